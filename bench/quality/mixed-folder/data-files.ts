import type { SetFile } from "../quality-set.ts";

/** Data as programs write it, whose answers stand under names and in rows. */
export function dataFiles(): SetFile[] {
  return [
    text("course-bookings.csv", bookings()),
    text("climate-control.yaml", CLIMATE),
    text("sensors.json", JSON.stringify(SENSORS, null, 2)),
    text("shop-catalogue.xml", CATALOGUE),
    text("newsletter-may.html", NEWSLETTER),
    text("energy-analysis.ipynb", NOTEBOOK),
    text("backup.log", log()),
    ...invoices(),
  ];
}

function text(name: string, content: string): SetFile {
  return { id: name, name, content };
}

const COURSES = ["Bookbinding", "Welding", "Lathe basics", "Screen printing", "Paper making", "Upholstery"];
const STATES = ["paid", "open", "paid", "cancelled", "paid"];

/** 140 bookings with numbers that follow no order. */
function bookings(): string {
  const rows = Array.from({ length: 140 }, (_, i) => {
    const number = 40_000 + ((i * 7919) % 9973);
    const day = `2026-${String(1 + (i % 12)).padStart(2, "0")}-${String(1 + ((i * 11) % 28)).padStart(2, "0")}`;
    const seats = 1 + ((i * 5) % 7);
    const price = 45 + ((i * 37) % 211);
    return [number, COURSES[(i * 5) % 6], day, seats, price * seats, STATES[i % 5]].join(";");
  });
  return ["Booking;Course;Date;Seats;Amount;State", ...rows].join("\n");
}

const CLIMATE = `# Climate of the stores, read by the control system at every start
building: rear
interval_minutes: 5
stores:
  store1:
    holds: paper and prints
    temperature: { target: 18.5, tolerance: 0.5 }
    humidity: { target: 48, tolerance: 3 }
  store2:
    holds: metal
    temperature: { target: 19.0, tolerance: 1.0 }
    humidity: { target: 35, tolerance: 4 }
  store3:
    holds: textiles
    temperature: { target: 17.0, tolerance: 0.5 }
    humidity: { target: 52, tolerance: 3 }
alarm:
  delay_minutes: 20
  recipients:
    - caretaker@lindenhof.example
    - conservation@lindenhof.example
  escalate_after_minutes: 45
filters:
  class: F9
  replace_every_weeks: 26
`;

const SENSORS = {
  gateway: { address: "10.20.4.7", firmware: "3.11.2", port: 1883 },
  sensors: [
    {
      id: "S-21",
      room: "Store 1",
      kind: "temperature and humidity",
      batteryPercent: 81,
      calibratedOn: "2025-11-04",
    },
    {
      id: "S-22",
      room: "Store 2",
      kind: "temperature and humidity",
      batteryPercent: 34,
      calibratedOn: "2025-11-04",
    },
    {
      id: "S-23",
      room: "Store 3",
      kind: "temperature and humidity",
      batteryPercent: 67,
      calibratedOn: "2026-01-19",
    },
    { id: "S-30", room: "Glass hall", kind: "light", batteryPercent: 92, calibratedOn: "2024-06-30" },
    { id: "S-41", room: "Boiler room", kind: "water leak", batteryPercent: 12, calibratedOn: "2025-02-12" },
  ],
};

const CATALOGUE = `<?xml version="1.0" encoding="UTF-8"?>
<catalogue currency="EUR" valid="2026">
  <article number="A-7001"><name>Linen thread 18/3</name><price>8.90</price><stock>124</stock></article>
  <article number="A-7002"><name>Bone folder</name><price>6.40</price><stock>58</stock></article>
  <article number="A-7003"><name>Book press, beech</name><price>149.00</price><stock>3</stock></article>
  <article number="A-7004"><name>Marbled paper, sheet</name><price>4.75</price><stock>310</stock></article>
  <article number="A-7005"><name>Clock kit for children</name><price>27.50</price><stock>41</stock></article>
  <article number="A-7006"><name>Poster of the paper mill</name><price>12.00</price><stock>0</stock></article>
  <shipping><free_from>60.00</free_from><parcel>5.90</parcel><abroad>14.50</abroad></shipping>
</catalogue>
`;

const NEWSLETTER = `<!doctype html><html><head><title>Newsletter, May</title></head><body>
<nav><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/visit">Visit</a></nav>
<h1>News from the Lindenhof</h1>
<h2>Night of the workshops</h2><p>On 23 May all workshops stay open until midnight. Admission is 5 euros, and the last
tour begins at 22:30.</p>
<h2>Repair café</h2><p>The repair café moves to the second Wednesday of the month, from 16:00 to 20:00, in room 0.08.
About two thirds of the things that people bring can be mended.</p>
<h2>Course prices</h2><table><tr><th>Course</th><th>Regular</th><th>Reduced</th></tr>
<tr><td>Bookbinding, weekend</td><td>165 euros</td><td>110 euros</td></tr>
<tr><td>Welding, evening</td><td>90 euros</td><td>65 euros</td></tr>
<tr><td>Screen printing, day</td><td>120 euros</td><td>80 euros</td></tr></table>
<footer>You receive this letter because you asked for it.</footer></body></html>`;

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    {
      cell_type: "markdown",
      metadata: {},
      source: [
        "# Energy of the rear building\n",
        "\n",
        "The heat pump runs since May 2025. Before that the oil burner used 21,400 litres a year.",
      ],
    },
    {
      cell_type: "code",
      metadata: {},
      execution_count: 1,
      source: ["print(f'COP: {heat / electricity:.2f}')"],
      outputs: [{ output_type: "stream", name: "stdout", text: ["COP: 3.46\n"] }],
    },
    {
      cell_type: "markdown",
      metadata: {},
      source: ["The coldest day was 14 January with a demand of 612 kilowatt hours."],
    },
  ],
});

/** Nights of a backup, of which one failed. */
function log(): string {
  const nights = Array.from({ length: 60 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 2, 1 + i)).toISOString().slice(0, 10);
    return i === 37
      ? `${day} 02:14:09 ERROR backup failed: volume vault-b is full (0 bytes left), 1,204 files not copied`
      : `${day} 02:${String(10 + (i % 7)).padStart(2, "0")}:31 INFO backup finished, ${38_000 + i * 17} files, ${410 + (i % 9)} GB`;
  });
  return nights.join("\n");
}

const CUSTOMERS = [
  "Elbe Printing",
  "City Library",
  "Primary School West",
  "Corner Joinery",
  "Theatre on the Square",
];
const SERVICES = ["room hire", "bookbinding course", "letterpress cards", "tool loan", "guided tour"];

/** Invoices that differ in little but their numbers. */
function invoices(): SetFile[] {
  return Array.from({ length: 200 }, (_, i) => {
    const number = `2026-${String(101 + i)}`;
    const amount = 900 + ((i * 389) % 1499);
    const customer = CUSTOMERS[i % 5];
    const service = SERVICES[(i * 3 + Math.floor(i / 5)) % 5];
    const due = new Date(Date.UTC(2026, 0, 15 + i)).toISOString().slice(0, 10);
    return text(
      `invoice-${number}.txt`,
      `Lindenhof Foundation\nInvoice ${number}\nTo: ${customer}\nFor: ${service}\nAmount: ${amount} euros, tax included\nPayable by ${due} without deduction. Please state the number of the invoice.\n`,
    );
  });
}
