// The secrets that are found in files, as a table: each begins with letters, or stands behind a name, that nothing else has. None is guessed.

export interface ContentRule {
  /** Continues a sentence that begins with the path and “holds”. */
  what: string;
  /** What it matches is of a bounded length (`MAX_SECRET_CHARACTERS`), and so is the work at each place of a file. */
  pattern: RegExp;
  /** Whether blanks, quotes or the beginning of a line are a part of it. The others are one run of letters, digits and `. ~ + / = : $ @ - _`, of 20 at least. */
  isSpread?: true;
  /** Whether what was matched is a secret, where it carries a checksum. */
  isReal?: (secret: string) => boolean;
}

/** Files are read in parts that overlap by so much, so that nothing is missed between two of them. */
export const MAX_SECRET_CHARACTERS = 256;

export const contentRules: ContentRule[] = [
  // Keys of their own
  {
    what: 'a private key',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
    isSpread: true,
  },
  { what: 'a private key of PuTTY', pattern: /^PuTTY-User-Key-File-[23]: /m, isSpread: true },
  { what: 'a private key of age', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}/ },
  { what: 'a JSON Web Token', pattern: /\beyJ[0-9A-Za-z_-]{10,200}\.eyJ[0-9A-Za-z_-]{10}/ },
  {
    what: 'a key of a catalog',
    pattern: /\brlm_[a-z]{2,10}_(?:[0-9A-Za-z]{32}){1,2}_[0-9a-f]{8}/,
    isReal: hasChecksum,
  },

  // Where code and packages are
  { what: 'a token of GitHub', pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{82})/ },
  {
    what: 'a token of GitLab',
    pattern: /\b(?:gl(?:pat|ptt|dt|rt|cbt|ft|oas|imt|soat|ffct|agent)-|GR1348941)[0-9A-Za-z_-]{20}/,
  },
  { what: 'a token of Bitbucket', pattern: /\bATBB[0-9A-Za-z]{32}\b/ },
  { what: 'a token of npm', pattern: /\bnpm_[0-9A-Za-z]{36}/ },
  {
    what: 'a login of npm',
    pattern: /(?:^|:)_(?:authToken|auth|password)[ \t]{0,8}=[ \t]{0,8}["']?[0-9A-Za-z+/=-]{8}/m,
    isSpread: true,
  },
  {
    what: 'a login of Yarn',
    pattern: /\bnpmAuth(?:Token|Ident):[ \t]{0,8}["']?[0-9A-Za-z+/=:_-]{8}/,
    isSpread: true,
  },
  { what: 'a token of PyPI', pattern: /\bpypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[0-9A-Za-z_-]{50}/ },
  { what: 'a token of RubyGems', pattern: /\brubygems_[0-9a-f]{48}/ },
  { what: 'a token of crates.io', pattern: /\bcio[0-9A-Za-z]{32}\b/ },
  { what: 'a key of NuGet', pattern: /\boy2[0-9a-z]{43}\b/ },
  { what: 'a token of Clojars', pattern: /\bCLOJARS_[0-9a-f]{60}/ },
  { what: 'a token of Docker', pattern: /\bdckr_[op]at_[0-9A-Za-z_-]{27}/ },
  { what: 'a token of Artifactory', pattern: /\b(?:AKCp[0-9A-Za-z]{69}|cmVmd[0-9A-Za-z]{59})\b/ },
  { what: 'a token of Sourcegraph', pattern: /\bsgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}/ },
  { what: 'a token of SonarQube', pattern: /\bsq[apu]_[0-9a-f]{40}/ },

  // Clouds, and what runs in them
  { what: 'a key of AWS', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)(?![0-9A-Z]{9}EXAMPLE)[0-9A-Z]{16}\b/ },
  {
    what: 'a secret key of AWS',
    pattern:
      /\b(?:aws_?)?secret_?access_?key["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}["']?(?![0-9A-Za-z+/]{30}EXAMPLEKEY)[0-9A-Za-z+/]{40}(?![0-9A-Za-z+/=])/i,
    isSpread: true,
  },
  { what: 'a key of Amazon Bedrock', pattern: /\bABSK[0-9A-Za-z+/]{109}/ },
  { what: 'a key of Google', pattern: /\bAIza[0-9A-Za-z_-]{35}/ },
  { what: 'a secret of Google', pattern: /\b(?:GOCSPX-[0-9A-Za-z_-]{28}|ya29\.[0-9A-Za-z_-]{40})/ },
  { what: 'a secret of Azure', pattern: /(?<![0-9A-Za-z_~.])[0-9A-Za-z_~.]{3}[0-9]Q~[0-9A-Za-z_~.-]{31}/ },
  { what: 'a key of Azure Storage', pattern: /\bAccountKey=[0-9A-Za-z+/]{86}==/ },
  { what: 'a key of Alibaba Cloud', pattern: /\bLTAI[0-9A-Za-z]{20}\b/ },
  { what: 'a token of DigitalOcean', pattern: /\bdo[opr]_v1_[0-9a-f]{64}/ },
  { what: 'a token of Cloudflare', pattern: /\bcf(?:k|ut|at)_[0-9A-Za-z]{40}[0-9a-f]{8}/ },
  { what: 'a key of Cloudflare', pattern: /\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}/ },
  { what: 'a key of Heroku', pattern: /\bHRKU-AA[0-9A-Za-z_-]{58}/ },
  { what: 'a token of Fly.io', pattern: /\b(?:fo1_[0-9A-Za-z_-]{43}|fm[12][ar]?_[0-9A-Za-z+/]{100})/ },
  { what: 'a token of Netlify', pattern: /\bnfp_[0-9A-Za-z]{36}/ },
  { what: 'a token of Vercel', pattern: /\bvc[aciprk]_[0-9A-Za-z]{24}/ },
  { what: 'a token of Vault', pattern: /\bhv[bs]\.[0-9A-Za-z_-]{24}/ },
  { what: 'a token of Terraform', pattern: /(?<=\b[0-9A-Za-z]{14})\.atlasv1\.[0-9A-Za-z_=-]{60}/ },
  { what: 'a token of Pulumi', pattern: /\bpul-[0-9a-f]{40}/ },
  { what: 'a token of Doppler', pattern: /\bdp\.(?:pt|ct|sa|st|scim|audit)\.(?:[0-9a-z_-]{2,35}\.)?[0-9A-Za-z]{40}/ },
  { what: 'a token of Databricks', pattern: /\bdapi[0-9a-f]{32}/ },
  { what: 'a token of OpenShift', pattern: /\bsha256~[0-9A-Za-z_-]{43}/ },
  { what: 'a key of Tailscale', pattern: /\btskey-[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16}/ },
  { what: 'a password of PlanetScale', pattern: /\bpscale_(?:tkn|pw|oauth)_[0-9A-Za-z_.=-]{32}/ },
  { what: 'a token of Supabase', pattern: /\b(?:sbp_[0-9a-f]{40}|sb_secret_[0-9A-Za-z_-]{20})/ },

  // What watches and keeps
  { what: 'a token of Grafana', pattern: /\b(?:glsa_[0-9A-Za-z]{32}_[0-9A-Fa-f]{8}|glc_[0-9A-Za-z+/]{32})/ },
  { what: 'a token of Sentry', pattern: /\bsntry(?:u_[0-9a-f]{64}|s_eyJ[0-9A-Za-z+/=_]{40})/ },
  { what: 'a key of New Relic', pattern: /\bNRAK-[0-9A-Z]{27}/ },
  { what: 'a token of Dynatrace', pattern: /\bdt0[a-z][0-9]{2}\.[0-9A-Z]{24}\.[0-9A-Z]{64}/ },
  {
    what: 'a key of 1Password',
    pattern: /\b(?:ops_eyJ[0-9A-Za-z+/]{100}|A3-[0-9A-Z]{6}-[0-9A-Z]{6}-?[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3})/,
  },

  // Mail and messages
  {
    what: 'a token of Slack',
    pattern:
      /\b(?:xox[bp]-[0-9]{8,14}-[0-9A-Za-z-]{18}|xox[ar]-(?:[0-9]-)?[0-9A-Za-z]{20}|xox[os]-[0-9]{8,14}-[0-9]{8,14}-[0-9A-Za-z-]{10}|xoxe(?:\.xox[bp])?-[0-9]-[0-9A-Za-z]{60}|xapp-[0-9]-[0-9A-Z]{8,16}-[0-9]{8,16}-[0-9a-f]{20})/,
  },
  {
    what: 'a webhook of Slack',
    pattern: /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[0-9A-Z]{8,14}\/[0-9A-Z]{8,14}\/[0-9A-Za-z]{20}/,
  },
  {
    what: 'a token of Discord',
    pattern: /\b(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,6}[0-9A-Za-z_-]{0,3}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27}/,
  },
  { what: 'a webhook of Discord', pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/[0-9]{17,20}\/[0-9A-Za-z_-]{60}/ },
  { what: 'a token of Telegram', pattern: /\b[0-9]{8,10}:AA[0-9A-Za-z_-]{33}(?![0-9A-Za-z_-])/ },
  { what: 'a webhook of Teams', pattern: /\.webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\// },
  { what: 'a key of SendGrid', pattern: /\bSG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}/ },
  { what: 'a key of Mailchimp', pattern: /(?<=\b[0-9a-f]{32})-us[0-9]{1,2}\b/ },
  { what: 'a key of Brevo', pattern: /\bxkeysib-[0-9a-f]{64}-[0-9A-Za-z]{16}/ },
  { what: 'a key of Twilio', pattern: /\bSK[0-9a-f]{32}\b/ },

  // Money and shops
  { what: 'a key of Stripe', pattern: /\b(?:[rs]k_(?:live|prod)_[0-9A-Za-z]{20}|whsec_[0-9A-Za-z]{32})/ },
  {
    what: 'a token of Square',
    pattern: /\bsq0[a-z]{3}-[0-9A-Za-z_-]{22}|(?<![0-9A-Za-z_+/=-])EAAA[0-9A-Za-z_-]{60}(?![0-9A-Za-z_+/=-])/,
  },
  { what: 'a token of PayPal', pattern: /\baccess_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}/ },
  { what: 'a token of Shopify', pattern: /\bshp(?:at|ca|pa|ss|ua)_[0-9A-Fa-f]{32}/ },
  { what: 'a key of EasyPost', pattern: /\bEZAK[0-9A-Za-z]{54}\b/ },
  { what: 'a token of Shippo', pattern: /\bshippo_live_[0-9a-f]{40}/ },

  // Models
  { what: 'a key of Anthropic', pattern: /\bsk-ant-[a-z]{2,10}[0-9]{2}-[0-9A-Za-z_-]{20}/ },
  {
    what: 'a key of OpenAI',
    pattern: /\bsk-(?:(?:proj|svcacct|admin)-[0-9A-Za-z_-]{20}|[0-9A-Za-z]{20}T3BlbkFJ[0-9A-Za-z]{20})/,
  },
  { what: 'a token of Hugging Face', pattern: /\b(?:hf_|api_org_)[A-Za-z]{34}/ },
  { what: 'a key of Groq', pattern: /\bgsk_[0-9A-Za-z]{52}/ },
  { what: 'a key of Perplexity', pattern: /\bpplx-[0-9A-Za-z]{48}/ },
  { what: 'a token of Replicate', pattern: /\br8_[0-9A-Za-z]{37}/ },
  { what: 'a key of xAI', pattern: /\bxai-[0-9A-Za-z]{80}/ },

  // Work
  { what: 'a token of Atlassian', pattern: /\bAT[AC]TT3[0-9A-Za-z_=-]{100}/ },
  { what: 'a key of Linear', pattern: /\blin_(?:api|oauth)_[0-9A-Za-z]{40}/ },
  { what: 'a token of Notion', pattern: /\bntn_[0-9]{11}[0-9A-Za-z]{35}/ },
  { what: 'a key of Postman', pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}/ },
  { what: 'a token of Figma', pattern: /\bfigd_[0-9A-Za-z_-]{40}/ },
  { what: 'a token of Airtable', pattern: /\bpat[0-9A-Za-z]{14}\.[0-9a-f]{64}/ },
  { what: 'a token of Contentful', pattern: /\bCFPAT-[0-9A-Za-z_-]{43}/ },
];

/** As the catalog makes its secrets: the CRC-32 of what is before the last `_`. A mistyped one, or one of a manual, is none. */
function hasChecksum(secret: string): boolean {
  const end = secret.lastIndexOf('_');
  return crc32(secret.slice(0, end)).toString(16).padStart(8, '0') === secret.slice(end + 1);
}

/** Of ASCII. That of `node:zlib` is missing in browsers. */
function crc32(text: string): number {
  let sum = -1;
  for (const character of text) {
    sum ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ -1) >>> 0;
}
