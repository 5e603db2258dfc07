import { makeMsg } from "../../../src/adapters/extract/testing/make-msg.ts";
import type { SetFile } from "../quality-set.ts";

/** Messages, whose answers stand in their heads, bodies and attachments. */
export function mailFiles(): SetFile[] {
  return [
    { id: "crane-permit.eml", name: "crane-permit.eml", content: CRANE },
    { id: "Angebot-Dielen.eml", name: "Angebot-Dielen.eml", content: FLOOR },
    { id: "leaking-roof.msg", name: "leaking-roof.msg", content: new Uint8Array(leak()) },
  ];
}

const ATTACHED = Buffer.from(
  "Street;From;To;Fee\nMill Lane;2026-03-16;2026-03-20;340 euros\nOak Street;2026-03-23;2026-04-02;615 euros\n",
).toString("base64");

const CRANE = [
  "From: Building office <permits@city.example>",
  "To: site manager <site@lindenhof.example>",
  "Subject: Permit for the mobile crane",
  "Date: Tue, 3 Mar 2026 10:12:00 +0100",
  "Content-Type: multipart/mixed; boundary=x",
  "",
  "--x",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Dear colleagues,",
  "the permit for the crane is granted under the number KR-5518. The pavement stays open for at least 1.20 metres.",
  "The streets and fees are in the table attached. Work at night is not allowed.",
  "--x",
  "Content-Type: text/csv; charset=utf-8",
  'Content-Disposition: attachment; filename="closures.csv"',
  "Content-Transfer-Encoding: base64",
  "",
  ATTACHED,
  "--x--",
  "",
].join("\r\n");

const FLOOR = [
  "From: Holzhandel am Wehr <angebot@holz.example>",
  "To: einkauf@lindenhof.example",
  "Subject: Angebot 7719: Eichendielen",
  "Date: Mon, 9 Feb 2026 08:40:00 +0100",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Guten Tag,",
  "wir bieten Ihnen 320 Quadratmeter Eichendielen, 27 Millimeter stark, zu 84,50 Euro je Quadratmeter an.",
  "Die Lieferzeit beträgt elf Wochen ab Bestellung. Das Angebot gilt bis zum 20. März 2026.",
  "Bei Zahlung innerhalb von zehn Tagen gewähren wir drei Prozent Skonto.",
  "",
].join("\r\n");

function leak(): Uint8Array {
  return makeMsg({
    messageClass: "IPM.Note",
    subject: "Water in the glass hall",
    sender: "Caretaker",
    senderAddress: "caretaker@lindenhof.example",
    body: "Since last night water has been dripping through the third pane from the east. I put up two buckets and closed the passage. The roofer comes on Thursday at 7:30 and needs the key of the attic.",
  });
}
