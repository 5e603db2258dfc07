import { makePdf } from "../../../test/contracts/make-pdf.ts";
import type { SetFile } from "../quality-set.ts";

const LINE_LENGTH = 88;

/** Documents whose answers stand on known pages. */
export function pdfFiles(): SetFile[] {
  return [
    pdf("workshop-lease.pdf", LEASE),
    pdf("annual-report.pdf", REPORT),
    pdf("Gebäudeordnung.pdf", RULES),
  ];
}

function pdf(name: string, pages: readonly string[]): SetFile {
  return { id: name, name, content: makePdf(pages.map(wrapped)) };
}

/** Lines as a page has them: a PDF knows no paragraphs. */
function wrapped(text: string): string {
  return text
    .split("\n")
    .map((paragraph) => paragraph.replace(new RegExp(`(.{1,${LINE_LENGTH}})(?: +|$)`, "g"), "$1\n").trimEnd())
    .join("\n");
}

const LEASE = [
  `Lease of workshop rooms
Between the Lindenhof Foundation, as the landlord, and the association Open Workbench, as the tenant.
§ 1 Rooms. The landlord lets the rooms 0.04 to 0.11 on the ground floor of the rear building, 412 square metres in all, and the yard in front of them for loading. The rooms are let as a workshop for wood, metal and textiles and may not be used for anything else without written consent.
§ 2 Beginning. The lease begins on 1 March 2026 and is concluded for seven years. It is prolonged by two years each time unless one of the parties objects.`,
  `§ 3 Rent. The net rent is 3,296 euros a month. It is paid in advance by the third working day of each month to the account named in annex A.
§ 4 Running costs. For heating, water, waste and the caretaker the tenant pays 740 euros a month in advance. The landlord sends the statement for a year by the end of September of the next. Objections are made within three months.
§ 5 Adjustment. The net rent follows the consumer price index. It is adjusted when the index has moved by more than four percent since the last adjustment, and never more often than once a year.`,
  `§ 6 Deposit. The tenant deposits 9,888 euros, in cash or as a guarantee of a bank. The deposit bears interest for the tenant and is returned four months after the rooms have been handed back, less what the tenant still owes.
§ 7 Insurance. The tenant insures machines and stock. The building itself is insured by the landlord. Damage by water is reported by telephone on the same day.`,
  `§ 8 Repairs. Small repairs up to 180 euros each, and up to 900 euros in a year, are paid for by the tenant. Everything else is repaired by the landlord within a time that fits the damage; heating and electricity within two working days.
§ 9 Alterations. Walls may be moved and machines anchored with the landlord's written consent. At the end of the lease the landlord may ask that anchors are removed; the floor then has to bear five kilonewtons per square metre as before.`,
  `§ 10 Noise. Machines with more than 75 decibels run on working days between 8:00 and 19:00, on Saturdays between 9:00 and 14:00, and not at all on Sundays and public holidays.
§ 11 Subletting. Benches may be sublet to members by the day. Whole rooms may be sublet only with consent, which may be refused for good reason.`,
  `§ 12 Notice. After the first seven years either party may end the lease with nine months' notice to the end of a quarter. Notice is given in writing; an e-mail is not enough.
§ 13 Handing back. The rooms are handed back swept and with all 14 keys. For each missing key the lock is exchanged at the tenant's expense.`,
];

const REPORT = [
  `Lindenhof Foundation. Annual report 2025
The year in short. 61,480 people visited the house, nine percent more than the year before. The roof of the main building was finished in October. The foundation employed 23 people, eleven of them part-time.`,
  `Visitors. The exhibition on paper making was seen by 18,920 people, the exhibition on clocks by 12,115. School classes came 317 times, mostly in spring. The open workshops had 6,240 participants; the most popular one was bookbinding.`,
  `Income. The income was 2.84 million euros: 1.31 million from the city, 0.62 million from admission and courses, 0.48 million from the endowment, and the rest from donations and rents. Donations fell by 14 percent because a single large gift of the year before was not repeated.`,
  `Expenditure. 1.57 million euros were spent on salaries, 0.69 million on the buildings, 0.21 million on exhibitions and 0.19 million on energy. The year ended with a surplus of 43,000 euros, which goes into the reserve for the north wing.`,
  `Buildings. The new roof cost 512,000 euros, 38,000 less than planned. The heat pump in the rear building replaced the last oil burner and cut the use of energy by 31 percent. The lift was out of order for nineteen days in March.`,
  `Collection. 214 objects were acquired, 140 of them as gifts. The inventory now lists 38,706 objects, of which 71 percent have a photograph. Moths were found in store 3 in June; the textiles were kept at minus 30 degrees for two weeks.`,
  `Outlook. In 2026 the north wing will be closed from February to November while its floors are strengthened. The planned exhibition on bicycles opens on 17 September. Admission rises from 7 to 8 euros; children remain free.`,
];

const RULES = [
  `Gebäudeordnung des Lindenhofs
1. Öffnungszeiten. Das Vorderhaus ist täglich außer montags von 10:00 bis 18:00 Uhr geöffnet, donnerstags bis 21:00 Uhr. Das Hinterhaus wird um 22:00 Uhr abgeschlossen.
2. Schlüssel. Schlüssel gibt die Pforte gegen Unterschrift aus. Der Verlust eines Schlüssels wird am selben Tag gemeldet; der Ersatz kostet 85 Euro.`,
  `3. Brandschutz. Fluchtwege bleiben frei. Die Räumungsübung findet zweimal im Jahr statt, im April und im Oktober. Sammelplatz ist der Kastanienhof. Kerzen sind in allen Räumen verboten.
4. Aufzug. Der Lastenaufzug trägt 1.600 Kilogramm. Personen fahren nur mit, wenn sie die Last begleiten.`,
  `5. Müll. Papier wird dienstags abgeholt, Restmüll alle zwei Wochen freitags. Lacke und Kleber kommen in den roten Schrank neben der Pforte und werden vierteljährlich entsorgt.
6. Fahrräder. Fahrräder stehen im Unterstand am Osttor. Nach vier Wochen ohne Nutzung werden sie entfernt.`,
];
