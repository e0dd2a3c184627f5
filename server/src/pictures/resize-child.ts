// The process that resizes pictures: each message is a picture, and each response is its renditions, or why there are none.
import { resizePicture, type ResizeJob } from './resize.ts';

process.on('message', (job: ResizeJob) => {
  void resizePicture(job).then(
    (result) => process.send?.(result),
    () => process.exit(1),
  );
});
process.once('disconnect', () => process.exit(1)); // the server has ended, even if it was killed
process.send?.('ready'); // the time limit of the first picture does not include loading these files
