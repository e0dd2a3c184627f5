// What the pages know of the instance that serves them.

export interface Site {
  name: string;
  /** The path before every path of the catalog, usually empty. */
  basePath: string;
  /** The address that people reach the catalog by, without a slash at its end. */
  publicUrl: string;
  /** The address of the command line that this catalog serves, for npx. */
  commandLine: string;
  /** The path of the logo; undefined if the instance has none of its own. */
  logo: string | undefined;
  /** The theme that the visitor chose; empty for that of the system. */
  theme: string;
  /** Paths of the stylesheet and the script, each with the hash of its content. */
  stylesheet: string;
  script: string;
}
