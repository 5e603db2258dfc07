import { describe, expect, it } from "vitest";
import { walkXml } from "./xml.ts";

function textOf(xml: string | Uint8Array): string {
  let text = "";
  walkXml(typeof xml === "string" ? new TextEncoder().encode(xml) : xml, {
    onOpen: (name, attributes) => {
      text += `<${name}${attributes.val === undefined ? "" : ` ${attributes.val}`}>`;
    },
    onClose: (name) => {
      text += `</${name}>`;
    },
    onText: (piece) => {
      text += piece;
    },
  });
  return text;
}

describe("walkXml", () => {
  it("takes the attribute with a prefix where two have the same name", () => {
    const ids: (string | undefined)[] = [];
    walkXml(Buffer.from('<a><b id="1" r:id="x"/><b r:id="y" id="2"/></a>'), {
      onOpen: (name, attributes) => name === "b" && ids.push(attributes.id),
      onClose: () => undefined,
    });
    expect(ids).toEqual(["x", "y"]);
  });

  it("gives names without prefixes, text and character data", () => {
    expect(textOf('<w:a w:val="1">x<b>&lt;&#233;</b><![CDATA[<y>]]></w:a>')).toBe("<a 1>x<b><é</b><y></a>");
  });

  it("expands no entity but the five", () => {
    const declarations = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE a [<!ENTITY e0 "boom">${declarations.join("")}]><a>start &e9; end</a>`;
    expect(textOf(bomb)).toBe("<a>start  end</a>");
  });

  it("fetches no external entity", () => {
    expect(textOf('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;&lt;</a>')).toBe("<a><</a>");
  });

  it("lets no document declare the five anew, and leaves what is declared nowhere", () => {
    expect(textOf('<!DOCTYPE a [<!ENTITY lt "x"><!ENTITY % p "y">]><a>&lt;&nbsp;</a>')).toBe(
      "<a><&nbsp;</a>",
    );
  });

  it("keeps what comes before a break", () => {
    expect(textOf("<a><b>kept</b><c>also")).toMatch(/^<a><b>kept<\/b><c>also/);
  });

  it("reads UTF-16", () => {
    expect(textOf(Buffer.from("\ufeff<a>Grüße</a>", "utf16le"))).toBe("<a>Grüße</a>");
  });
});
