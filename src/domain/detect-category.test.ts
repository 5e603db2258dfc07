import { describe, expect, it } from "vitest";
import { detectCategory } from "./detect-category.ts";
import type { Category } from "./document.ts";

const byName: [string, Category][] = [
  // by extension
  ["photo.jpg", "Image"],
  ["scan.PNG", "Image"],
  ["invoice.png", "Image"],
  ["logo.svg", "Image"],
  ["main.py", "Code"],
  ["index.ts", "Code"],
  ["App.tsx", "Code"],
  ["lib.rs", "Code"],
  ["query.sql", "Code"],
  ["notebook.ipynb", "Code"],
  ["report.go", "Code"],
  ["style.css", "Code"],
  ["deploy.sh", "Code"],
  ["Dockerfile", "Code"],
  ["Dockerfile.dev", "Code"],
  ["Makefile", "Code"],
  ["CMakeLists.txt", "Code"],
  [".bashrc", "Code"],
  ["src/main.cpp", "Code"],
  ["talk.pptx", "Presentation"],
  ["talk.ppt", "Presentation"],
  ["budget.odp", "Presentation"],
  ["launch.key", "Presentation"],
  // markup and data are documents
  ["file.md", "General"],
  ["page.html", "General"],
  ["package.json", "General"],
  ["config.yaml", "General"],
  ["feed.xml", "General"],
  ["table.csv", "General"],
  ["paper.tex", "General"],
  // by words in the name
  ["resume.pdf", "Resume"],
  ["Résumé Ada Lovelace.docx", "Resume"],
  ["JohnDoeCV.pdf", "Resume"],
  ["CVJohnDoe2024.pdf", "Resume"],
  ["cv_2024.pdf", "Resume"],
  ["Lebenslauf-Müller.pdf", "Resume"],
  ["cover-letter.docx", "Resume"],
  ["opencv-tutorial.md", "Documentation"],
  ["recvd.txt", "General"],
  ["Invoice_0042.pdf", "Financial"],
  ["INVOICE.PDF", "Financial"],
  ["2024-budget.xlsx", "Financial"],
  ["budgetReport2024.pdf", "Financial"],
  ["bank statement may.pdf", "Financial"],
  ["balance-sheet.xlsx", "Financial"],
  ["ACME 10-K 2023.pdf", "Financial"],
  ["Rechnung 77.pdf", "Financial"],
  ["tax.csv", "Financial"],
  ["syntax.txt", "General"],
  ["contract.pdf", "Legal"],
  ["Mutual NDA (signed).pdf", "Legal"],
  ["allNDAs.pdf", "Legal"],
  ["lease_agreement_v2.docx", "Legal"],
  ["terms-of-service.html", "Legal"],
  ["Statement of Work.docx", "Legal"],
  ["Mietvertrag.pdf", "Legal"],
  ["privacyPolicy.md", "Legal"],
  ["contractor.txt", "General"],
  ["meeting-notes.md", "Meeting"],
  ["Board Minutes 2024-03-01.docx", "Meeting"],
  ["agenda.txt", "Meeting"],
  ["weeklyStandup.md", "Meeting"],
  ["Protokoll_Sitzung.pdf", "Meeting"],
  ["minute.txt", "General"],
  ["sales-deck.pdf", "Presentation"],
  ["Q3 slides.pdf", "Presentation"],
  ["Presentation final FINAL.pdf", "Presentation"],
  ["Präsentation.pdf", "Presentation"],
  ["notes.txt", "Notes"],
  ["lecture_notes_5.pdf", "Notes"],
  ["journal 2023.md", "Notes"],
  ["ToDo.md", "Notes"],
  ["Notizen.txt", "Notes"],
  ["notebook-shopping.txt", "General"],
  ["annual-report.pdf", "Report"],
  ["MarketAnalysis.docx", "Report"],
  ["user survey findings.pdf", "Report"],
  ["Jahresbericht Bericht.pdf", "Report"],
  ["reporter.txt", "General"],
  ["README", "Documentation"],
  ["README.md", "Documentation"],
  ["user-manual.pdf", "Documentation"],
  ["InstallGuide.pdf", "Documentation"],
  ["api_reference.html", "Documentation"],
  ["release-notes-2.1.md", "Documentation"],
  ["openapi.yaml", "General"],
  ["spec.docx", "Documentation"],
  ["Handbuch.pdf", "Documentation"],
  ["file.pdf", "General"],
  ["", "General"],
];

const byOpening: [string, string, Category][] = [
  [
    "a resume",
    "Ada Lovelace\nada@example.org\nProfessional Experience\nAnalyst, 1842\nEducation\nUniversity of London\nSkills: mathematics, LinkedIn",
    "Resume",
  ],
  [
    "an invoice",
    "ACME Ltd\nInvoice number 7\nInvoice date 1 May\nBill to: Bob\nSubtotal 10\nVAT 2\nTotal 12\nAmount due 12",
    "Financial",
  ],
  [
    "an agreement",
    'This Agreement is made between A (hereinafter "Licensor") and B. The parties agree as follows. Governing law: England.',
    "Legal",
  ],
  [
    "minutes",
    "Weekly\nAttendees: Ann, Bob\nAgenda: 1. Launch\nDiscussed the launch. Action items: Bob calls. Next meeting: Monday.",
    "Meeting",
  ],
  [
    "a paper",
    "Abstract\nIn this paper we study bees. Methodology: counting. Our results show growth. Conclusion: more bees.",
    "Report",
  ],
  [
    "instructions",
    "Getting started\nInstallation: npm install thing\nUsage: thing --help\nConfiguration options are listed in the API reference.",
    "Documentation",
  ],
  ["slides", "Slide 1: Welcome\nSlide 2: Outline\nSlide 3: Thank you. Any questions?", "Presentation"],
  [
    "a list of plans",
    "TODO\n- buy milk\n- call mom, remember to ask about the ideas\nnote to self: sleep",
    "Notes",
  ],
  [
    "German minutes",
    "Protokoll\nTeilnehmer: Anna, Bernd\nTagesordnung: Haushalt\nNächste Sitzung: Montag",
    "Meeting",
  ],
  ["one stray word", "The invoice lay on the table while the cat slept in the sun.", "General"],
  ["a stray word many times", "budget ".repeat(50), "General"],
  ["a story", "Once upon a time there was a fox who lived in a wood and liked grapes.", "General"],
  ["nothing", "", "General"],
];

describe("detectCategory", () => {
  it.each(byName)("by the name %j is %s", (name, category) => {
    expect(detectCategory({ name, text: "" })).toBe(category);
  });

  it.each(byOpening)("by the opening of %s", (_, text, category) => {
    expect(detectCategory({ name: "file.txt", text })).toBe(category);
  });

  it("lets the extension decide before the name and the name before the text", () => {
    const invoice = byOpening[1]?.[1] ?? "";
    expect(detectCategory({ name: "contract.py", text: invoice })).toBe("Code");
    expect(detectCategory({ name: "contract.txt", text: invoice })).toBe("Legal");
  });

  it("reads no further than the first pages", () => {
    const invoice = byOpening[1]?.[1] ?? "";
    expect(detectCategory({ name: "file.txt", text: "word ".repeat(1000) + invoice })).toBe("General");
  });
});
