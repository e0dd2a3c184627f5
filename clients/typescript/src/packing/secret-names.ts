// The names of files that hold secrets by convention, as a table: what such a file is, and how its path looks.

export interface NameRule {
  /** Continues a sentence that begins with the path. */
  what: string;
  /** Of the path, with `/` between names. It is matched in any case, from the beginning of a name to the end of the path. */
  names: string;
  /** Paths that match and are made to be published. */
  except?: RegExp;
}

export const nameRules: NameRule[] = [
  {
    what: 'is a file of settings that usually holds secrets',
    names: String.raw`#?\.env(?:rc|[._-][^/]*)?#?|[^/]+\.env`,
    except:
      /[._-](?:example|sample|template|dist|defaults?|schema|tpl)(?:[._~-]|$)|(?:^|\/)(?:example|sample|template|dist|defaults?)\.env$/i,
  },
  { what: 'is a private key of SSH', names: 'id_(?:rsa|dsa|ecdsa|ecdsa_sk|ed25519|ed25519_sk)' },
  { what: 'is a private key of PuTTY', names: String.raw`[^/]+\.ppk` },
  { what: 'is a store of keys', names: String.raw`[^/]+\.(?:p12|pfx|pkcs12|jks|jceks|keystore|bcfks)` },
  { what: 'is a store of passwords', names: String.raw`[^/]+\.(?:kdbx|kdb|agilekeychain|opvault)` },
  { what: 'is the key ring of GnuPG', names: String.raw`secring\.gpg|\.gnupg/private-keys-v1\.d/[^/]+` },
  { what: 'holds the logins of ftp and curl', names: '[._]netrc' },
  { what: 'holds the logins of git', names: String.raw`\.git-credentials|\.config/git/credentials` },
  { what: 'holds the logins of PyPI', names: String.raw`\.pypirc` },
  { what: 'holds the login of RubyGems', names: String.raw`\.gem/credentials` },
  { what: 'holds the login of Cargo', names: String.raw`\.cargo/credentials(?:\.toml)?` },
  { what: 'holds the logins of Composer', names: String.raw`\.composer/auth\.json` },
  { what: 'holds the logins of Docker', names: String.raw`\.docker/config\.json|\.dockercfg|\.dockerconfigjson` },
  { what: 'holds the logins of Kubernetes', names: String.raw`\.kube/config|kubeconfig|[^/]+\.kubeconfig` },
  { what: 'holds the login of Vault', names: String.raw`\.vault-token|\.vault[_-]pass(?:word)?(?:\.txt)?` },
  { what: 'holds the keys of AWS', names: String.raw`\.aws/credentials|\.s3cfg|\.boto` },
  {
    what: 'holds the login of Azure',
    names: String.raw`\.azure/(?:accessTokens\.json|msal_token_cache\.[^/]+|service_principal_entries\.[^/]+)`,
  },
  {
    what: 'holds the login of Google Cloud',
    names: String.raw`application_default_credentials\.json|gcloud/(?:credentials\.db|access_tokens\.db|legacy_credentials/.+)`,
  },
  { what: 'holds the login of Databricks', names: String.raw`\.databrickscfg` },
  { what: 'holds the login of GitHub', names: String.raw`\.config/(?:gh/hosts\.yml|hub)` },
  { what: 'holds the logins of rclone', names: String.raw`\.?rclone\.conf` },
  { what: 'holds the logins of Terraform', names: String.raw`credentials\.tfrc\.json` },
  { what: 'holds the state of Terraform, with its secrets', names: String.raw`[^/]+\.tfstate(?:\.[^/]+)?` },
  { what: 'holds passwords of a web server', names: String.raw`\.ht(?:passwd|digest)` },
  { what: 'holds the passwords of PostgreSQL', names: String.raw`\.pgpass|pgpass\.conf` },
  { what: 'holds the password of MySQL', names: String.raw`\.my\.cnf|\.mylogin\.cnf` },
  { what: 'holds the password of a mail program', names: String.raw`\.msmtprc|\.fetchmailrc` },
  { what: 'is the key of the secrets of Rails', names: String.raw`config/master\.key|config/credentials/[^/]+\.key` },
  {
    what: 'is a history of commands, with what was typed into them',
    names: String.raw`\.(?:ba|z|k)?sh_history|\.(?:mysql|psql|sqlite|node_repl|python|irb|rediscli)_history`,
  },
];

const compiled = nameRules.map(({ what, names, except }) => ({
  what,
  except,
  pattern: new RegExp(`(?:^|/)(?:${names})$`, 'i'),
}));

/** What editors and people append to a copy. Vim also puts a dot before the name. */
export const BACKUP = /(?:~|\.(?:bak|backup|old|orig|save|copy|tmp|sw[a-p]|\d))$/i;

/** Why a file with this path is probably a secret; undefined if it is probably none. */
export function reasonByName(path: string): string | undefined {
  const original = path.replace(BACKUP, '');
  const spellings = new Set([path, original, original.replace(/(^|\/)\.(?=[^/]*$)/, '$1')]);
  for (const spelling of original === path ? [path] : spellings)
    for (const { what, pattern, except } of compiled)
      if (pattern.test(spelling) && !except?.test(spelling)) return what;
  return undefined;
}
