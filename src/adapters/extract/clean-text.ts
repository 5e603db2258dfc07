const TERMINAL_COLOUR = /[\p{Cc}--\s]\[[0-9;?]*[A-Za-z]/gv;
const NEWLINE = /\r\n?|[\u0085\u2028\u2029\f\v]/g;
// Controls, soft hyphens and byte order marks: they carry no text and split words.
const INVISIBLE = /[[\p{Cc}--[\t\n]]\u00ad\ufeff\ufffe\uffff]/gv;
// What no text holds.
const JUNK = /[[\p{Cc}--[\s\u0085]]\ufffd\ufffe\uffff]/gv;

const SAMPLE_CHARACTERS = 100_000;

/** Text with LF for every newline and without characters that mean nothing; always well-formed Unicode. */
export function cleanText(text: string): string {
  return text.replace(TERMINAL_COLOUR, "").replace(NEWLINE, "\n").replace(INVISIBLE, "").toWellFormed();
}

/** Whether decoded bytes look like no text at all. */
export function isJunk(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(TERMINAL_COLOUR, "");
  return (sample.match(JUNK)?.length ?? 0) > sample.length * 0.03;
}
