export interface Renderer {
  markdown(input: { text: string; digest: string; base: { files: string; images: string } }): Promise<string>;
  code(input: { text: string; digest: string; path: string }): Promise<string[] | undefined>;
  close(): Promise<void>;
}
export function renderer(): Renderer {
  return {
    markdown: async ({ text }) => '<pre class="readme-plain">' + text.replaceAll('<', '&lt;') + '</pre>',
    code: async () => undefined,
    close: async () => {},
  };
}
