import type { Category } from "./document.ts";

/** Extensions of source code. Markup and data (html, json, xml, yaml, toml, csv, tex) are documents, not code. */
export const CODE_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "js mjs cjs jsx ts mts cts tsx vue svelte astro css scss sass less py pyi pyw ipynb rb erb php phtml pl pm lua r rmd jl " +
    "c h cc cpp cxx c++ hpp hh hxx ino m mm cs fs fsx vb java kt kts scala sc groovy gradle clj cljs cljc edn go rs swift dart " +
    "zig nim v d cr hs lhs ml mli elm erl hrl ex exs lisp lsp el scm rkt f f77 f90 f95 for pas adb ads cob cbl asm s wat sol " +
    "sh bash zsh fish ksh csh ps1 psm1 bat cmd awk sed sql psql plsql graphql gql proto thrift tf hcl nix cmake mk mak bzl bazel " +
    "glsl hlsl wgsl frag vert cu cuh vhd vhdl sv tcl coffee litcoffee hbs ejs pug jinja j2 patch diff"
  ).split(" "),
);

/** Names of source files that have no telling extension. */
export const CODE_NAMES =
  /^(?:(?:docker|container|make|rake|gem|jenkins|vagrant|proc|brew|guard|fast|just|tilt|earth)file(?:\.[\w-]+)?|gnumakefile|cmakelists\.txt|build\.bazel|workspace\.bazel|sconstruct|\.(?:bashrc|bash_profile|zshrc|profile|vimrc))$/i;

export const PRESENTATION_EXTENSIONS: ReadonlySet<string> = new Set(
  "ppt pptx pptm pps ppsx pot potx odp otp key".split(" "),
);

/** Words of file names, the more telling kinds first: meeting notes are of a meeting, a budget report is financial. */
export const NAME_WORDS: readonly { category: Category; words: readonly string[] }[] = [
  {
    category: "Documentation",
    words: list(
      "release notes, patch notes, api reference, cheat sheet, user guide, style guide, white paper",
    ),
  },
  {
    category: "Legal",
    words: list("statement of work, terms of service, terms of use, terms and conditions, privacy policy"),
  },
  {
    category: "Resume",
    words: list(
      "resume, resumes, cv, cvs, curriculum vitae, lebenslauf, cover letter, anschreiben, bewerbung, hoja de vida",
    ),
  },
  {
    category: "Financial",
    words: list(
      "invoice, invoices, budget, budgets, financial, financials, finance, finances, expense, expenses, receipt, receipts, tax, taxes, payroll, payslip, payslips, paystub, ledger, balance sheet, bank statement, account statement, cash flow, cashflow, profit and loss, income statement, earnings, billing, purchase order, accounting, forecast, revenue, 10 k, 10 q, w 2, 1099, rechnung, rechnungen, haushaltsplan, kontoauszug, steuer, steuererklarung, bilanz, gehaltsabrechnung, quittung, facture, factures, factura, presupuesto, fattura",
    ),
  },
  {
    category: "Legal",
    words: list(
      "contract, contracts, nda, ndas, non disclosure, agreement, agreements, legal, lawsuit, lease, deed, affidavit, power of attorney, policy, policies, terms, eula, gdpr, dpa, msa, sow, license, licence, patent, settlement, subpoena, bylaws, testament, last will, vertrag, vertrage, mietvertrag, arbeitsvertrag, kaufvertrag, vollmacht, datenschutz, agb, satzung, contrat, contrato, contratto",
    ),
  },
  {
    category: "Meeting",
    words: list(
      "meeting, meetings, minutes, agenda, agendas, standup, stand up, retro, retrospective, kickoff, kick off, 1 on 1, one on one, all hands, town hall, offsite, sync, protokoll, besprechung, sitzung, tagesordnung",
    ),
  },
  {
    category: "Presentation",
    words: list(
      "presentation, presentations, slides, slide, slideshow, slide deck, deck, decks, pitch, keynote, prasentation, folien, vortrag",
    ),
  },
  {
    category: "Notes",
    words: list(
      "notes, note, journal, diary, todo, to do, todos, brainstorm, brainstorming, ideas, memo, memos, scratch, scratchpad, notizen, notiz, tagebuch, mitschrift, apuntes",
    ),
  },
  {
    category: "Report",
    words: list(
      "report, reports, analysis, analyses, study, survey, findings, evaluation, assessment, audit, review, summary, whitepaper, results, post mortem, postmortem, bericht, berichte, analyse, studie, auswertung, gutachten, rapport, informe",
    ),
  },
  {
    category: "Documentation",
    words: list(
      "readme, manual, manuals, guide, guides, spec, specs, specification, specifications, docs, documentation, handbook, tutorial, tutorials, howto, how to, reference, wiki, faq, faqs, changelog, api, architecture, contributing, runbook, playbook, instructions, onboarding, handbuch, anleitung, bedienungsanleitung, dokumentation, leitfaden, pflichtenheft, manuel, guia",
    ),
  },
];

/** Words and phrases of a document's opening and what each weighs; several must come together. */
export const TEXT_WORDS: readonly { category: Category; weights: Readonly<Record<string, number>> }[] = [
  {
    category: "Resume",
    weights: {
      ...weighing(
        3,
        "curriculum vitae, work experience, professional experience, employment history, references available",
      ),
      ...weighing(3, "career objective, professional summary, berufserfahrung, lebenslauf, work history"),
      ...weighing(
        2,
        "resume, linkedin, skills, technical skills, bachelor of, master of, certifications, ausbildung",
      ),
      ...weighing(
        1,
        "education, experience, university, languages, phone, email, gpa, hobbies, interests, kenntnisse",
      ),
    },
  },
  {
    category: "Financial",
    weights: {
      ...weighing(
        3,
        "invoice number, invoice date, amount due, balance sheet, cash flow, income statement, total due",
      ),
      ...weighing(
        3,
        "bill to, rechnungsnummer, net income, rechnungsdatum, fiscal year, operating expenses, profit and loss, common stock, fiscal quarter",
      ),
      ...weighing(
        2,
        "invoice, budget, subtotal, revenue, expenses, vat, payable, receivable, rechnung, mwst, earnings, ebitda",
      ),
      ...weighing(
        1,
        "total, tax, payment, assets, liabilities, amount, quantity, unit price, account, bank, iban, usd, eur, betrag",
      ),
    },
  },
  {
    category: "Legal",
    weights: {
      ...weighing(
        3,
        "hereinafter, this agreement, governing law, indemnify, witness whereof, hereby agrees, non disclosure",
      ),
      ...weighing(
        3,
        "force majeure, the parties agree, confidential information, terms and conditions, effective date",
      ),
      ...weighing(
        2,
        "hereby, thereof, herein, whereas, pursuant, jurisdiction, liability, warranties, plaintiff, defendant",
      ),
      ...weighing(
        2,
        "vertragspartner, dieser vertrag, haftung, gerichtsstand, the court, statute, clause, obligations, licensee, licensor, lessee",
      ),
      ...weighing(1, "agreement, party, parties, shall, contract, termination, law, rights, signature"),
    },
  },
  {
    category: "Meeting",
    weights: {
      ...weighing(
        3,
        "meeting minutes, minutes of the meeting, action items, meeting notes, meeting called to order, next meeting",
      ),
      ...weighing(
        3,
        "meeting agenda, meeting adjourned, teilnehmer, tagesordnung, nachste sitzung, action item",
      ),
      ...weighing(
        2,
        "attendees, agenda, minutes, apologies, adjourned, quorum, motion, seconded, present, absent, protokoll",
      ),
      ...weighing(
        1,
        "meeting, discussed, discussion, decisions, decided, participants, follow up, next steps, chair, date, time",
      ),
    },
  },
  {
    category: "Presentation",
    weights: {
      ...weighing(
        3,
        "slide 1, slide 2, slide 3, speaker notes, this presentation, next slide, title slide, folie 1, folie 2",
      ),
      ...weighing(2, "slide, slides, presented by, presentation, thank you, any questions, q a, folie"),
      ...weighing(1, "agenda, outline, overview, questions, takeaways, key takeaways"),
    },
  },
  {
    category: "Report",
    weights: {
      ...weighing(
        3,
        "executive summary, this report, annual report, quarterly report, key findings, we conclude, this study",
      ),
      ...weighing(3, "abstract, research question, in this paper, this paper, kurzfassung, dieser bericht"),
      ...weighing(
        2,
        "findings, methodology, conclusion, conclusions, recommendations, our results, analysis, ergebnisse",
      ),
      ...weighing(
        1,
        "report, results, data, introduction, figure, table, survey, method, methods, study, references, background",
      ),
    },
  },
  {
    category: "Documentation",
    weights: {
      ...weighing(
        3,
        "getting started, table of contents, user guide, user manual, api reference, quick start, npm install",
      ),
      ...weighing(
        3,
        "pip install, installation guide, this guide, this manual, this document describes, command line, docker run",
      ),
      ...weighing(
        2,
        "installation, install, usage, configuration, configure, prerequisites, troubleshooting, documentation",
      ),
      ...weighing(
        2,
        "parameters, endpoint, endpoints, syntax, faq, changelog, api, installieren, konfiguration, manual",
      ),
      ...weighing(
        1,
        "example, examples, default, options, function, server, version, step 1, requirements, reference, click, file",
      ),
    },
  },
  {
    category: "Notes",
    weights: {
      ...weighing(
        3,
        "note to self, to do list, my notes, lecture notes, dear diary, random thoughts, reading notes, notes on",
      ),
      ...weighing(
        2,
        "todo, to do, notes, remember to, ideas, brainstorm, don t forget, notizen, thoughts, look into",
      ),
      ...weighing(1, "maybe, buy, call, check, idea, ask, tomorrow, today, later, fix"),
    },
  },
];

function list(words: string): readonly string[] {
  return words.split(", ");
}

function weighing(weight: number, words: string): Record<string, number> {
  return Object.fromEntries(list(words).map((word) => [word, weight]));
}
