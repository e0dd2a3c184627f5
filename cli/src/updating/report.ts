// What an update has done, for the person who ran it and for the pull request that it ends in.
import type { FileResult } from './update-plan.ts';

type ReportedFile = Omit<FileResult, 'changes'>;

export interface UpdateReport {
  slug: string;
  /** The versions. */
  from: string;
  to: string;
  files: ReportedFile[];
}
