// Tells orval to write one file of functions that call fetch, at the address that the document names.
export default {
  catalog: {
    input: './openapi.json',
    output: {
      target: './generated/orval.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};
