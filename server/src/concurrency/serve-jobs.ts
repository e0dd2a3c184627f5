// What a process of `jobProcess` does (`isolated-work.ts`): each message is a job, and each response its result. It ends with the first job that fails.
export function serveJobs<Job, Result>(work: (job: Job) => Result | Promise<Result>): void {
  process.on('message', (job: Job) => {
    void Promise.try(work, job).then(
      (result) => process.send?.(result),
      () => process.exit(1),
    );
  });
  process.once('disconnect', () => process.exit(1)); // the server has ended, even if it was killed
  process.send?.('ready'); // the time limit of the first job does not include loading its files
}
