/**
 * A PDF of one page whose letters are set from left to right as they are seen: each line is one string at a place, and
 * the font tells which letter each code means.
 */
export function makeRightToLeftPdf(
  lines: readonly { seen: string; left: number; baseline: number }[],
): Uint8Array {
  const letters = [...new Set(lines.flatMap(({ seen }) => [...seen]))];
  const codeOf = (letter: string) => (letters.indexOf(letter) + 1).toString(16).padStart(4, "0");
  const unicode = letters
    .map((letter) => `<${codeOf(letter)}> <${Buffer.from(letter, "utf16le").swap16().toString("hex")}>`)
    .join("\n");
  const map = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
${letters.length} beginbfchar
${unicode}
endbfchar endcmap`;
  const content = lines
    .map(
      ({ seen, left, baseline }) =>
        `BT /F1 12 Tf 1 0 0 1 ${left} ${baseline} Tm <${[...seen].map(codeOf).join("")}> Tj ET`,
    )
    .join("\n");
  return Buffer.from(
    `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 7 0 R >> endobj
4 0 obj << /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 8 0 R >> endobj
5 0 obj << /Type /Font /Subtype /CIDFontType2 /BaseFont /Plain /DW 500 /FontDescriptor 6 0 R
/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >> endobj
6 0 obj << /Type /FontDescriptor /FontName /Plain /Flags 4 /FontBBox [0 0 500 700] /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 /ItalicAngle 0 >> endobj
7 0 obj << /Length ${content.length} >> stream
${content}
endstream endobj
8 0 obj << /Length ${map.length} >> stream
${map}
endstream endobj
trailer << /Root 1 0 R >>
%%EOF
`,
    "latin1",
  );
}
