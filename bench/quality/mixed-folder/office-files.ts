import { utils, write } from "@e965/xlsx";
import { makeDocx, paragraph } from "../../../src/adapters/extract/testing/make-docx.ts";
import { makeEpub, page } from "../../../src/adapters/extract/testing/make-epub.ts";
import { makeOdf } from "../../../src/adapters/extract/testing/make-odf.ts";
import { line, makePptx, shape, slide } from "../../../src/adapters/extract/testing/make-pptx.ts";
import type { SetFile } from "../quality-set.ts";

/** Documents of office programs, whose answers stand in sections, on slides and in cells. */
export function officeFiles(): SetFile[] {
  return [
    file("tender-lighting.docx", makeDocx(TENDER)),
    file("north-wing-kick-off.pptx", makePptx(SLIDES.map((texts) => ({ content: slideOf(texts) })))),
    file("tool-inventory.xlsx", workbook({ Tools: TOOLS, Loans: LOANS })),
    file("budget-2026.ods", makeOdf("spreadsheet", sheetOf("Budget 2026", BUDGET))),
    file("volunteer-guide.odt", makeOdf("text", GUIDE)),
    file(
      "bookbinding.epub",
      makeEpub({ "OEBPS/text/z.xhtml": page(BINDING), "OEBPS/text/a b.xhtml": page(GLUES) }),
    ),
    file("press-kit.rtf", Buffer.from(PRESS_KIT, "latin1")),
  ];
}

function file(name: string, content: Uint8Array): SetFile {
  return { id: name, name, content: new Uint8Array(content) };
}

const heading = (text: string, level = 0) => paragraph(text, `<w:outlineLvl w:val="${level}"/>`);
const wordRow = (...cells: string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`;
const wordTable = (...rows: string[][]) => `<w:tbl>${rows.map((row) => wordRow(...row)).join("")}</w:tbl>`;

const TENDER = [
  heading("Tender: lighting of the north wing"),
  paragraph(
    "The Lindenhof Foundation invites offers for the delivery and installation of lighting in five rooms. Offers arrive by 8 May 2026, 12:00, sealed and on paper.",
  ),
  heading("Requirements", 1),
  paragraph(
    "Lamps have a colour temperature of 3,000 kelvin and a colour rendering index of at least 95. On paper and textiles the illuminance never exceeds 50 lux. All lamps can be dimmed one by one.",
  ),
  heading("Rooms", 1),
  wordTable(
    ["Room", "Area", "Lamps", "Largest power"],
    ["N1 Entrance", "64 m²", "18", "420 W"],
    ["N2 Prints", "118 m²", "46", "610 W"],
    ["N3 Textiles", "97 m²", "52", "580 W"],
    ["N4 Workshop", "140 m²", "36", "1,150 W"],
    ["N5 Store", "75 m²", "12", "240 W"],
  ),
  heading("Award", 1),
  paragraph(
    "The price counts for 55 percent, the warranty for 20, energy use for 15 and references for 10. Offers are binding for 75 days.",
  ),
  heading("Penalties", 1),
  paragraph(
    "For each week of delay one percent of the order value is deducted, six percent at most. The installation is finished by 30 October 2026.",
  ),
].join("");

const SLIDES: readonly (readonly string[])[] = [
  ["North wing: kick-off", "Steering group, 12 January 2026"],
  [
    "Goals",
    "Floors bear 7.5 kN per square metre",
    "Access without steps everywhere",
    "Opening on 2 December 2026",
  ],
  ["Schedule", "Scaffold from 9 February", "Floors from April to July", "Lighting in September and October"],
  ["Budget", "Total 1.92 million euros", "State grant 850,000 euros", "Reserve for the unforeseen 8 percent"],
  ["Risks", "Beams may be rotten behind the west facade", "Crane permit is missing until March"],
  ["Who decides", "Up to 15,000 euros: site manager", "Above that: steering group, every second Tuesday"],
];

function slideOf([title = "", ...points]: readonly string[]): string {
  return slide(shape(line(title), "title") + shape(points.map((point) => line(point)).join(""), "body"));
}

const TOOLS = [
  ["Number", "Tool", "Room", "Bought", "Price", "Next check"],
  ["T-101", "Table saw", "0.06", 2019, 2890, "2026-07"],
  ["T-102", "Band saw", "0.06", 2021, 1640, "2026-09"],
  ["T-103", "Planer", "0.06", 2018, 3420, "2026-05"],
  ["T-104", "Lathe", "0.08", 2016, 5100, "2027-01"],
  ["T-105", "Drill press", "0.08", 2022, 870, "2026-11"],
  ["T-106", "MIG welder", "0.09", 2023, 1195, "2026-06"],
  ["T-107", "Overlock machine", "0.10", 2020, 640, "2026-12"],
  ["T-108", "Industrial sewing machine", "0.10", 2017, 1380, "2026-08"],
  ["T-109", "Laser cutter", "0.11", 2024, 7950, "2026-04"],
  ["T-110", "Letterpress", "0.05", 1962, 0, "2028-03"],
  ["T-111", "Paper guillotine", "0.05", 2015, 2210, "2026-10"],
  ["T-112", "Dust extractor", "0.06", 2019, 1525, "2026-07"],
];

const LOANS = [
  ["Tool", "Price per day", "Deposit", "Longest loan"],
  ["Cordless drill", 6, 40, "5 days"],
  ["Floor sander", 28, 150, "2 days"],
  ["Scaffold tower", 35, 200, "14 days"],
  ["Pressure washer", 18, 80, "3 days"],
  ["Tile cutter", 12, 60, "4 days"],
];

function workbook(sheets: Record<string, (string | number)[][]>): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return write(book, { bookType: "xlsx", type: "buffer", bookSST: true });
}

const BUDGET = [
  ["Item", "Q1", "Q2", "Q3", "Q4"],
  ["Salaries", "402,000", "398,500", "405,200", "431,900"],
  ["Energy", "61,300", "38,700", "29,400", "57,800"],
  ["Exhibitions", "24,000", "71,500", "96,200", "18,300"],
  ["Courses", "33,100", "35,600", "21,900", "40,250"],
  ["Insurance", "17,450", "17,450", "17,450", "17,450"],
];

function sheetOf(name: string, rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const all = rows.map((cells) => `<table:table-row>${cells.map(cell).join("")}</table:table-row>`);
  return `<table:table table:name="${name}">${all.join("")}</table:table>`;
}

const GUIDE = (
  [
    [
      "Before your first shift",
      "Volunteers are at least 16 years old. They sign the house rules and take part in a tour of 90 minutes, which is offered on the first Saturday of every month.",
    ],
    [
      "Shifts",
      "A shift lasts four hours. Whoever cannot come writes to the volunteer desk at least 36 hours before. After three missed shifts the desk calls.",
    ],
    [
      "Thank you",
      "Volunteers enter all exhibitions free of charge, take two courses a year at half the price and are invited to the summer party on the last Friday in June.",
    ],
    [
      "Insurance",
      "Volunteers are insured against accidents on the way to the house, in it and on the way home. Claims are reported within three days.",
    ],
  ] as const
)
  .map(([title, text]) => `<text:h text:outline-level="1">${title}</text:h><text:p>${text}</text:p>`)
  .join("");

const BINDING = `<h1>Sewing a book block</h1><p>Fold the sheets along the grain and press the sections overnight. Pierce them at
 five stations and sew with waxed linen thread of size 18/3. Leave the ends 12 centimetres long.</p><h2>Rounding</h2>
 <p>Rounding begins when the first coat on the spine is dry to the touch but still soft, after about 25 minutes.</p>`;
const GLUES = `<h1>Adhesives</h1><p>Wheat paste keeps for four days in the refrigerator. For leather it is mixed with one part
 of PVA to three parts of paste. Hot hide glue is used at 63 degrees and never above 70.</p>`;

const PRESS_KIT = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Helvetica;}}
{\b Press kit: the exhibition on bicycles}\par
The exhibition shows 84 bicycles from 1818 to today on 640 square metres. It is open from 17 September 2026 to 30 May 2027.\par
Press preview: 15 September 2026, 11:00, in the glass hall. Please register by 8 September.\par
Photographs may be printed free of charge with the credit "Lindenhof Foundation". They have 300 dots per inch.\par
}`;
