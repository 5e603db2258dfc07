import { describe, expect, it } from "vitest";
import { contextFor } from "../testing/read-context.ts";
import { readRtf } from "./read-rtf.ts";

const read = async (inside: string) =>
  (await readRtf(Buffer.from(`{\\rtf1\\ansi ${inside}}`, "latin1"), contextFor("a.rtf"))).parts;
const textOf = async (inside: string) => (await read(inside)).map((part) => part.text).join("\n---\n");
const FONTS =
  "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 Mincho;}{\\f3\\cpg1253 Greek;}}";

describe("readRtf", () => {
  it("gives every heading its section, by its style or by its level", async () => {
    const styles = "{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 heading 1;}{\\*\\cs2 Strong;}{\\s9 Title;}}";
    const body =
      "\\pard\\s9 Handbook\\par\\pard\\s1 Guide\\par\\pard About.\\par\\pard\\outlinelevel1 Install\\par\\pard Run it.\\par";
    expect(await read(styles + body)).toEqual([
      { text: "Handbook\n\nGuide\n\nAbout.", pageNumber: null, section: "Guide" },
      { text: "Install\n\nRun it.", pageNumber: null, section: "Guide > Install" },
    ]);
  });

  it.each([
    ["escaped braces and bytes", "a\\{b\\}\\\\ caf\\'e9", "a{b}\\ café"],
    ["characters that have words", "\\lquote a\\rquote\\emdash b\\tab c\\line d\\~e\\_f", "‘a’—b\tc\nd e‑f"],
    ["words that a line end of the file cuts", "foo\r\nbar", "foobar"],
    [
      "Unicode, and skips what stands in for it",
      "\\u8364?\\u-10179?\\u-8704? \\uc2\\u233ab!\\uc0\\u233!",
      "€😀 é!é!",
    ],
    ["Unicode whose substitute is a byte", "\\u8217\\'92s", "’s"],
    ["the code page of the document", "\\ansicpg1251 \\'cf\\'f0", "Пр"],
    [
      "the code pages of fonts",
      `${FONTS}\\f1\\'cf\\f0\\'e9{\\f2\\'82\\'a0}\\f3\\'e1\\plain\\f0\\'e9`,
      "Пéあαé",
    ],
    ["the code page of a Mac", "\\mac \\'8e", "é"],
    ["links without their address", '{\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt here}}', "here"],
    ["the Unicode half of what is there twice", "{\\upr{old}{\\*\\ud{n\\u233?w}}}", "néw"],
    ["a star that marks no group", "{\\b\\*\\cs7 bold}", "bold"],
    ["what stands behind binary bytes", "a{\\pict\\bin5 }}}}}}b", "ab"],
  ])("keeps %s", async (_, inside, expected) => {
    expect(await textOf(inside)).toBe(expected);
  });

  it.each([
    ["pictures", "{\\pict 0102ff}"],
    ["embedded objects", "{\\object{\\*\\objclass Excel}{\\*\\objdata 0102}}"],
    ["colours and who wrote it", "{\\colortbl;\\red0;}{\\info{\\author Ada}}"],
    ["groups that may be ignored", "{\\*\\unheardof old}"],
    ["properties of shapes", "{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}}{\\shprslt old}}"],
    ["what was deleted", "{\\deleted old}"],
  ])("leaves out %s", async (_, inside) => {
    expect(await textOf(`kept${inside}`)).toBe("kept");
  });

  it("writes a table row by row, and its header goes with it", async () => {
    const row = (...cells: string[]) => `\\trowd\\pard\\intbl ${cells.join("\\cell ")}\\cell\\row `;
    const [part] = await read(
      `Before\\par ${row("Name", "Age")}${row("Ada\\par Lovelace", "36")}\\pard After\\par`,
    );
    expect(part?.text).toBe("Before\n\nName | Age\nAda Lovelace | 36\n\nAfter");
    expect(part?.tables).toMatchObject([{ header: "Name | Age" }]);
  });

  it("labels the items of lists as they were saved", async () => {
    const item = (label: string, text: string) => `{\\listtext ${label}\\tab}${text}\\par `;
    expect(await textOf(item("2.", "two") + item("\\'b7", "bullet"))).toBe("2. two\n- bullet");
  });

  it("puts notes, comments and text boxes after the paragraph that refers to them", async () => {
    const note = "{\\footnote\\pard {\\super\\chftn} Source.\\par More.}";
    const comment = "{\\*\\atnid A}{\\*\\atnauthor Ada}{\\*\\annotation Sure?}";
    const box = "{\\shp{\\*\\shpinst{\\shptxt boxed\\par}}}";
    expect(await textOf(`Claim${note}${comment}${box}\\par Next\\par`)).toBe(
      "Claim [1]\n[1] Source. More.\n[Comment by Ada: Sure?]\n\nboxed\n\nNext",
    );
  });

  it("adds headers and footers at the end, each once and outside the sections", async () => {
    const parts = await read(
      "{\\header Secret\\par}{\\footer Secret\\par}\\outlinelevel0 Guide\\par\\pard Text\\par",
    );
    expect(parts.at(-1)).toEqual({ text: "Secret", pageNumber: null, section: null });
  });

  it("reads what is there of a text that ends too early", async () => {
    const bytes = Buffer.from("{\\rtf1 {\\b whole} {\\i half");
    expect((await readRtf(bytes, contextFor("a.rtf"))).parts[0]?.text).toBe("whole half");
  });

  it("stands a hundred thousand open groups", async () => {
    expect(await textOf(`${"{".repeat(100_000)}deep`)).toBe("deep");
  });
});
