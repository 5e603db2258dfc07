/** A passage as an office or a household keeps them, with questions that it answers. */
export interface AnsweringPassage {
  text: string;
  questions: readonly string[];
}

/** A small library in which every question has one passage that answers it. */
export const OFFICE_LIBRARY: readonly AnsweringPassage[] = [
  {
    text: "Annual leave. Full-time employees are entitled to 28 working days of paid vacation per calendar year. Leave is requested in the staff portal at least two weeks ahead and approved by the line manager. Up to five unused days may be carried over and must be taken by the end of March.",
    questions: ["How many vacation days do I get?", "Can I keep unused holidays for next year?"],
  },
  {
    text: "Working from home. Staff may work remotely on up to three days a week after their probation period. Core hours from ten to three apply everywhere. The company provides a laptop, a second screen and a monthly allowance of 40 euros for the internet connection.",
    questions: ["Am I allowed to work remotely?", "Who pays for my internet at home?"],
  },
  {
    text: "§ 4 Deposit. The tenant pays the landlord a security deposit of three months' net rent, 2,940 euros in total, due before the keys are handed over. It is kept in a separate interest-bearing account and returned within six months after the end of the tenancy, less justified claims.",
    questions: ["How high is the deposit for the flat?", "When do I get my security deposit back?"],
  },
  {
    text: "§ 9 Termination. The lease may be terminated by either party in writing with a notice period of three months to the end of a month. Keeping of dogs requires the landlord's consent; small caged animals do not.",
    questions: ["What is the notice period of the lease?", "May I have a dog in the apartment?"],
  },
  {
    text: "Lentil soup for four. Fry one onion, two carrots and a piece of celery in olive oil, add 250 g of red lentils, a teaspoon of cumin and 1.2 litres of vegetable stock. Simmer for twenty minutes, blend half of it, season with lemon juice and serve with parsley.",
    questions: ["What do I need for the lentil soup?", "How long does the soup have to cook?"],
  },
  {
    text: "Minutes of the product meeting, 14 May. Present: Dana, Luis, Mei, Tom. The launch of version 3 moves from June to 8 July because the payment integration failed the security review. Mei will talk to the provider, Luis updates the roadmap. Next meeting on 21 May.",
    questions: ["Why was the launch postponed?", "Who is going to contact the payment provider?"],
  },
  {
    text: "Installation. The command line tool needs Python 3.11 or later. Run pip install tidewatch, then tidewatch init in the root of your project. The configuration is written to tidewatch.toml; set retries = 5 there to survive flaky networks. Uninstalling leaves the configuration file in place.",
    questions: ["Which Python version does tidewatch need?", "How do I set the number of retries?"],
  },
  {
    text: "Authentication. Every request carries an access token in the Authorization header. Tokens expire after sixty minutes; use the refresh endpoint to obtain a new one. After ten failed attempts within a minute the client is blocked for a quarter of an hour and receives status 429.",
    questions: ["How long is an access token valid?", "What happens after too many failed logins?"],
  },
  {
    text: "Household insurance, extent of cover. Insured are damages by fire, burst pipes, storm from wind force 8, hail and burglary. Bicycles are covered outside the home up to 1,500 euros if locked. Not insured are floods and damages caused by gross negligence. The excess is 150 euros per claim.",
    questions: ["Is my bike insured against theft?", "Does the policy pay for flood damage?"],
  },
  {
    text: "Your itinerary. Depart Hamburg 07:45 on 3 September with KL1776, arrive Lisbon 12:20 after a change in Amsterdam. Hotel Miradouro, two nights, breakfast included, free cancellation until 31 August. Return on 5 September at 18:10 from terminal 1. Luggage: one cabin bag of 12 kg.",
    questions: ["When does my flight to Lisbon leave?", "Until when can I cancel the hotel?"],
  },
  {
    text: "Curriculum vitae. Priya Raman, data engineer. 2019 to today: senior engineer at Northwind Logistics, built the streaming platform on Kafka and led a team of four. 2015 to 2019: analyst at Belmont Bank. Master of Science in statistics, University of Leeds. Languages: English, Tamil, German (B2).",
    questions: ["Where did Priya study?", "Which candidate has experience with Kafka?"],
  },
  {
    text: "Third quarter results. Revenue grew by 11 percent to 48.2 million, mainly from subscriptions, while hardware sales declined. The operating margin fell to 9.4 percent owing to higher freight costs and the move to the new warehouse. For the full year the board expects revenue between 190 and 195 million.",
    questions: ["How much did revenue grow in Q3?", "Why did the margin shrink?"],
  },
  {
    text: "Tomatoes are sown indoors from the middle of March and planted out after the last frost, sixty centimetres apart. Break off the side shoots every week, water at the root only and never over the leaves, and feed with nettle manure every fortnight once the first fruits have set.",
    questions: ["When should I plant tomatoes outside?", "How often do I fertilise the tomatoes?"],
  },
  {
    text: "Dishwasher, faults. E24: the water does not drain. Clean the filter at the bottom, check that the drain hose is not kinked and remove blockages from the pump. E15: the leak protection has triggered; close the tap and call customer service. White film on glasses: refill salt and adjust the hardness.",
    questions: ["What does error E24 mean?", "Why are my glasses cloudy after washing?"],
  },
  {
    text: "Privacy notice. We store your name, e-mail address and order history for as long as you have an account, and for ten years where tax law requires it. We never sell personal data. You may demand access, correction and deletion at any time by writing to the data protection officer.",
    questions: ["How long do you keep my personal data?", "How can I have my account data deleted?"],
  },
  {
    text: "Invoice 2024-0187. Consulting, 14 hours at 120.00, training material 350.00, travel 86.40. Net 2,116.40, VAT 19 % 402.12, total 2,518.52 euros. Payable within 14 days without deduction to the account below. Please state the invoice number.",
    questions: ["What is the total of invoice 2024-0187?", "When is the consulting invoice due?"],
  },
  {
    text: "Dear parents, the school trip of classes 5a and 5b to the climate museum takes place on Thursday. Meeting point is the north gate at 8:15; the bus is back at about 16:00. Please give your child a packed lunch, a rain jacket and the signed consent form. The costs of 18 euros are collected in advance.",
    questions: ["What does my child need for the school trip?", "How much does the museum excursion cost?"],
  },
  {
    text: "Statutes of the allotment society, membership. The yearly fee is 65 euros, reduced 30 for students. Each member works eight hours a year for the society or pays 15 euros for every hour missed. The general assembly elects the board for two years with a simple majority of those present.",
    questions: ["What is the membership fee?", "How is the board elected?"],
  },
  {
    text: "Onboarding of new colleagues. On the first day IT hands out the badge and the laptop, and the mentor shows the building. In the first week: security training, introduction to the ticket system and lunch with the team. After thirty days the manager holds a first feedback talk.",
    questions: ["What happens on my first day at work?", "When is the first feedback conversation?"],
  },
  {
    text: "Backup concept. Databases are dumped every night at two and copied to a second site, encrypted. Daily copies are kept for thirty days, monthly ones for a year. A restore is rehearsed every quarter; the last rehearsal took 47 minutes. Responsible: infrastructure team.",
    questions: ["How long are backups kept?", "How often is the restore tested?"],
  },
];
