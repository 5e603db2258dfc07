/** What is said about files on their way in, in English. */
export const enUpload = {
  title: "Uploads",
  summary: (open: number, failed: number) =>
    open > 0
      ? `Adding ${open} ${open === 1 ? "file" : "files"}…`
      : failed > 0
        ? `${failed} failed`
        : "All added",
  added: (count: number) => (count === 1 ? "1 file is being added" : `${count} files are being added`),
  ready: (name: string) => `${name} is ready`,
  cancelled: (name: string) => `${name} was cancelled`,
  failed: (name: string, cause: string) => `${name} could not be added: ${cause}`,
  uploading: (percent: number) => `Uploading, ${percent} %`,
  stages: {
    waiting: () => "Waiting for its turn",
    reading: (done: number, total: number) => (total > 1 ? `Reading page ${done} of ${total}` : "Reading"),
    embedding: (done: number, total: number) => `Understanding passage ${done} of ${total}`,
    storing: () => "Storing",
  },
  states: {
    waiting: "Waiting to be read",
    reading: "Being read",
    failed: "Could not be read",
    stored: "Not read yet",
  },
  done: (chunks: number) => (chunks === 1 ? "Ready, 1 passage" : `Ready, ${chunks} passages`),
  cancelOf: (name: string) => `Cancel ${name}`,
  retryOf: (name: string) => `Try ${name} again`,
  dismissOf: (name: string) => `Take ${name} off the list`,
  clear: "Clear finished",
  fold: "Show or hide the list",
  allReady: "Your documents are ready.",
  askNow: "Ask a question",
  nothing: "There is no file in what was dropped",
  cut: (most: number) => `Only the first ${most.toLocaleString("en")} files are being added`,
  cutHint: "Drop the rest when they are done.",
};
