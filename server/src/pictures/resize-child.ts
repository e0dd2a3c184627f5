// The process that resizes pictures: each job is a picture, and each result is its variants, or why there are none.
import { serveJobs } from '../concurrency/serve-jobs.ts';
import { resizePicture } from './resize.ts';

serveJobs(resizePicture);
