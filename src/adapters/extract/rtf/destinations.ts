/** What becomes of the text in a group. */
export type Destination =
  | "text"
  | "skip"
  | "fonts"
  | "styles"
  | "label"
  | "author"
  | "note"
  | "comment"
  | "header"
  | "box";

/** Groups that begin with one of these words hold text of another kind than the group around them. */
export const DESTINATIONS: Readonly<Record<string, Destination>> = {
  fonttbl: "fonts",
  stylesheet: "styles",
  listtext: "label",
  pntext: "label",
  atnauthor: "author",
  annotation: "comment",
  footnote: "note",
  header: "header",
  headerl: "header",
  headerr: "header",
  headerf: "header",
  footer: "header",
  footerl: "header",
  footerr: "header",
  footerf: "header",
  shptxt: "box",
  dptxbxtext: "box",
};

/** Words that may be marked as ignorable and still hold text of the document. */
export const TRANSPARENT: ReadonlySet<string> = new Set(
  "shpinst do dptxbx moMath moMathPara mr result fldrslt fldrsltx ud listtext pntext atnauthor annotation footnote".split(
    " ",
  ),
);

/** Words that begin a group without text, whether or not they are marked as ignorable. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    "colortbl info pict objdata objclass objname objalias objsect fldinst sp shprslt nonshppict picprop " +
    "bkmkstart bkmkend xe tc tcn atnid atntime atndate atnref atnicn atnparent atrfstart atrfend " +
    "ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn revtbl rsidtbl listtable listoverridetable generator " +
    "themedata colorschememapping datastore latentstyles xmlnstbl filetbl pgptbl docvar userprops template " +
    "private falt panose fontemb htmltag mhtmltag pn pntxta pntxtb nonesttables formfield ffdeftext upr " +
    "mmathPr mctrlPr mmathPict background nextfile"
  ).split(" "),
);

/** Words that stand for a character. */
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  lbr: "\n",
  page: "\n",
  column: "\n",
  emdash: "\u2014",
  endash: "\u2013",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
  bullet: "\u2022",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
};

/** Symbols that stand for a character. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  "\\": "\\",
  "{": "{",
  "}": "}",
  "~": " ",
  _: "\u2011",
  "\t": "\t",
};
