/** Files of the collection whose reference text is not what they say, and why; their words are not counted. */
export const WRONG_REFERENCES: ReadonlyMap<string, string> = new Map([
  ["html/tika__testHTMLNoisyMetaEncoding_4.html", "the reference has mangled letters"],
  ["docx/mammothjs__endnotes.docx", "the reference glues the marks of endnotes to the words before them"],
]);
