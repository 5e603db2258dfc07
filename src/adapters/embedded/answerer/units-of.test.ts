import { describe, expect, it } from "vitest";
import { hitOf } from "../../../../test/doubles/hit.ts";
import type { Hit } from "../../../domain/passage.ts";
import type { AnswerUnit } from "./answer-unit.ts";
import { unitsOf } from "./units-of.ts";

function units(chunkText: string, fields: Partial<Hit> = {}): AnswerUnit[] {
  const first = hitOf(chunkText, fields);
  return unitsOf({ text: chunkText, passages: [{ number: 1, end: chunkText.length }], first });
}

function records(chunkText: string, documentName: string, fields: Partial<Hit> = {}): string[] {
  return units(chunkText, { documentName, ...fields })
    .filter(({ kind }) => kind === "record")
    .map(({ path, fields: values }) => {
      const listed = values.map(({ name, value }) => `${name}=${value}`).join("; ");
      return path === "" ? listed : `${path}: ${listed}`;
    });
}

function texts(chunkText: string, kind: AnswerUnit["kind"], fields: Partial<Hit> = {}): string[] {
  return units(chunkText, fields)
    .filter((unit) => unit.kind === kind)
    .map(({ text }) => text);
}

describe("the rows of a table", () => {
  it("have the names of their columns, and the header is none of them", () => {
    expect(records("Item | Price\nApples | 4.20\nPears | 5.10", "a.xlsx")).toEqual([
      "Item=Apples; Price=4.20",
      "Item=Pears; Price=5.10",
    ]);
  });

  it("are read from Markdown too", () => {
    const table = "| Leistung | Gebühr |\n|---|---|\n| Tagesausweis | 3,00 € |";
    expect(records(table, "a.md")).toEqual(["Leistung=Tagesausweis; Gebühr=3,00 €"]);
  });

  it("stay whole where a cell has several lines", () => {
    const table = "Genus | Species\nOxyura\n(stifftails) | Ruddy duck\nAythya | Pochard";
    expect(records(table, "a.html")).toEqual([
      "Genus=Oxyura (stifftails); Species=Ruddy duck",
      "Genus=Aythya; Species=Pochard",
    ]);
  });

  it("keep their header across remarks and an empty line", () => {
    const table = "Year | Ducks\n\n2019 | 120\n[Comment by Ann: few]\n2020 | 135";
    expect(records(table, "a.xlsx")).toEqual(["Year=2019; Ducks=120", "Year=2020; Ducks=135"]);
  });

  it("are named by a first column that ends in colons", () => {
    expect(records("Family: | Anatidae\nOrder: | Anseriformes", "a.html")).toEqual([
      "Family=Anatidae",
      "Order=Anseriformes",
    ]);
  });

  it("are named by labels in brackets below them", () => {
    const form = "Nevada | | 20-814\n(State of incorporation) | | (Employer number)";
    expect(records(form, "a.html")).toEqual(["State of incorporation=Nevada; Employer number=20-814"]);
  });
});

describe("the records of a structured file", () => {
  it("are the elements of XML with their attributes", () => {
    const xml =
      '<list><cd id="7"><title>Blue &amp; Grey</title><price unit="EUR">9.90</price></cd><cd><title>Red</title></cd></list>';
    expect(records(xml, "a.xml")).toEqual([
      "list.cd: id=7; title=Blue & Grey; price unit=EUR; price=9.90",
      "list.cd: title=Red",
    ]);
  });

  it("leave out what the border of a passage cuts in XML", () => {
    const xml = "lue</title><year>1985</year></cd><cd><title>Red</title><year>19";
    expect(records(xml, "a.xml", { chunkIndex: 3 })).toEqual(["year=1985", "cd: title=Red"]);
  });

  it("are sentences where an element holds a text with markup of its own", () => {
    const text = `&lt;p&gt;The &lt;b&gt;bridge&lt;/b&gt; opened in May. ${"It is long and wide and made of steel. ".repeat(5)}&lt;/p&gt;`;
    const xml = `<item><title>News</title><body>${text}</body></item>`;
    expect(texts(xml, "sentence", { documentName: "a.xml" })[0]).toBe("The bridge opened in May.");
  });

  it("are the objects of JSON with their paths, lists with their items", () => {
    const json = '{"id": 1, "to": {"name": "Ann", "tags": ["a", "b"]}, "lines": [{"sku": "X", "price": 3}]}';
    expect(records(json, "a.json")).toEqual(["id=1", "to: name=Ann; tags=a, b", "lines: sku=X; price=3"]);
  });

  it("are found in JSON that begins and ends anywhere", () => {
    const json = 'tial", "city": "Bristol"}, "paid": false, "note": "cut he';
    expect(records(json, "a.json", { chunkIndex: 2 })).toEqual(["city=Bristol", "paid=false"]);
  });

  it("are the levels of YAML", () => {
    const yaml =
      "server:\n  host: localhost # here\n  port: 8080\nfeatures:\n  - login\n  - logs\nparts:\n  - name: api\n    image: x:1\n  - name: db";
    expect(records(yaml, "a.yaml")).toEqual([
      "features=login, logs",
      "server: host=localhost; port=8080",
      "parts: name=api; image=x:1",
      "parts: name=db",
    ]);
  });

  it("are the sections of an INI file", () => {
    expect(records("[mail]\nhost = mx.example.org\n[log]\nlevel = warn", "a.ini")).toEqual([
      "mail: host=mx.example.org",
      "log: level=warn",
    ]);
  });

  it("are the assignments of source code, whose comments are prose", () => {
    const code = "# The forecaster estimates the levels.\nMAX_RETRIES = 7\n";
    expect(records(code, "a.py")).toEqual(["MAX_RETRIES=7"]);
    expect(texts(code, "sentence", { documentName: "a.py" })).toEqual([
      "The forecaster estimates the levels.",
    ]);
  });

  it("are the named lines of a message", () => {
    const mail = "Subject: Roof\nFrom: Ann <ann@example.org>\n\nThe roof leaks.";
    expect(records(mail, "a.eml")).toEqual(["Subject=Roof; From=Ann <ann@example.org>"]);
  });
});

describe("the units of prose", () => {
  it("are its sentences without marks of markup", () => {
    const text = "# Head\n\nThe **den** is [deep](http://x.example).[3] It is warm.";
    expect(texts(text, "sentence")).toEqual(["The den is deep.(3)", "It is warm."]);
  });

  it("know the sentence before them", () => {
    expect(units("The den is deep. It is warm.").map(({ before }) => before)).toEqual([
      null,
      "The den is deep.",
    ]);
  });

  it("are lists with the line that introduces them", () => {
    const list = units("We own three tools:\n\n- a saw\n- an axe\n  for wood\n- a file").find(
      ({ kind }) => kind === "list",
    );
    expect(list?.before).toBe("We own three tools:");
    expect(list?.text).toBe("- a saw\n- an axe for wood\n- a file");
  });

  it("leave out what the borders of a chunk cut", () => {
    const text = `ommon words end. ${"Whole sentences stand here. ".repeat(40)}This one is cut in the`;
    expect(new Set(texts(text, "sentence", { chunkIndex: 3 }))).toEqual(
      new Set(["Whole sentences stand here."]),
    );
  });

  it("are cut between words where they are very long", () => {
    const [text = ""] = texts(`Long ${"words ".repeat(150)}end.`, "sentence");
    expect(text.length).toBeLessThanOrEqual(502);
    expect(text).toMatch(/ words …$/);
  });

  it("hold no headings", () => {
    expect(texts("## Prices\n\nIt is ten euros.", "sentence")).toEqual(["It is ten euros."]);
    expect(texts("Prices\n\nIt is ten euros.", "sentence", { section: "Guide > Prices" })).toEqual([
      "It is ten euros.",
    ]);
  });
});
