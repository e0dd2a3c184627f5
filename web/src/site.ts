// What the pages know of the instance that serves them.
import type { Role } from '@realm-catalog/contract';

interface SiteViewer {
  username: string;
  /** The address of their picture; empty if it is drawn. */
  image: string;
  /** What the account may do decides what the menu offers. */
  role: Role;
  /** The ids of those realms on the page that they have starred. */
  starred: ReadonlySet<string>;
}

/** How people get into their accounts, beside a name and a password. */
interface SignInMethods {
  /** What people call the other provider; undefined if there is none. */
  provider: string | undefined;
  hasPasskeys: boolean;
  /** Whether a forgotten password can be replaced by mail. */
  hasMail: boolean;
  /** Who may open an account: everyone, who is invited, or nobody. */
  registration: 'open' | 'invited' | 'closed';
}

export interface Site {
  signIn: SignInMethods;
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
  /** The path of the stylesheet of forms and of pages about one's account, which no other page loads. */
  accountStylesheet: string;
  /** The same for the pages on which people see and publish their realms. */
  publisherStylesheet: string;
  /** Who is signed in; undefined if nobody is. */
  viewer: SiteViewer | undefined;
}
