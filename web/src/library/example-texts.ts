/** The names of the example documents. */
export type ExampleName = "lease" | "notes" | "plants";

const LEASE = `Lease agreement

Between Marta Lindqvist, 14 Harbour Lane, as landlord, and Tomas Achebe as tenant.

1. The flat
The landlord lets the flat on the second floor of 8 Mill Street, with two rooms, a kitchen, a bathroom and cellar room number 5. The flat has 54 square metres. Three keys were handed over.

2. Rent
The rent is 780 euros a month, plus 140 euros in advance for heating, water and the cleaning of the stairs. It is due on the third working day of each month. After a delay of more than ten days the landlord may charge interest.

3. Deposit
The tenant pays a deposit of 1,560 euros, in up to three monthly parts. The landlord keeps it apart from her own money and pays it back, with its interest, within sixty days after the keys were returned, less what the tenant still owes.

4. Notice
The tenant may end the lease with three months' notice to the end of a month. The landlord may do so with six months' notice, and only for one of the reasons that the law names. Notice must be given in writing and with a signature; an e-mail is not enough.

5. Repairs
Small repairs of up to 90 euros each, and 270 euros a year in all, are paid by the tenant. Everything larger is the landlord's business. Damage must be reported within a week.

6. Animals
Fish, birds in cages and other small animals are welcome. A dog or a cat needs the landlord's written consent, which she may take back if neighbours are disturbed.

7. Subletting
A room may be sublet for up to two months a year if the landlord is told beforehand. Letting to tourists is not allowed.
`;

const NOTES = `# Project meeting: moving the archive

12 March, 10:00 to 11:10, small reading room. Present: Ines Okafor (chair), Paul Reinholt, Dana Whitfield, Yusuf Demir.

## Decisions

- The archive moves to the ground floor in the week of **4 May**. Dana books the movers.
- The old card catalogue is kept and put on show in the entrance hall.
- We do *not* renew the printer contract with the present supplier. Paul asks for three offers by the end of the month.

## Budget

| Item | Planned | Spent |
| --- | ---: | ---: |
| Movers | 4,200 € | 0 € |
| Shelves | 7,850 € | 7,410 € |
| Climate control | 3,100 € | 980 € |

Yusuf notes that the shelves came 440 € below the plan; the difference goes to climate control.

## Open questions

1. Who looks after the reading room while the archive is closed? Ines asks the city library for help.
2. The humidity in the cellar was 68 % in February. Yusuf measures again in April; above 60 % nothing may be stored there.

Next meeting: 2 April, 10:00.
`;

const PLANTS = `Plant,Latin name,Light,Water every (days),Safe for cats,Note
Boston fern,Nephrolepis exaltata,half shade,3,yes,likes damp air and no direct sun
Snake plant,Dracaena trifasciata,any,14,no,forgives nearly everything but wet feet
Spider plant,Chlorophytum comosum,bright,5,yes,young plants root in a glass of water
Peace lily,Spathiphyllum wallisii,half shade,5,no,droops to say that it is thirsty
Calathea,Goeppertia orbifolia,half shade,4,yes,closes its leaves at night
Aloe,Aloe vera,bright,18,no,let the soil dry out between waterings
Parlour palm,Chamaedorea elegans,half shade,7,yes,slow but patient
`;

/** The example documents, in the order in which they are offered. */
export const EXAMPLES: Record<ExampleName, { fileName: string; content: string; type: string }> = {
  lease: { fileName: "Lease Mill Street.txt", content: LEASE, type: "text/plain" },
  notes: { fileName: "Meeting notes archive.md", content: NOTES, type: "text/markdown" },
  plants: { fileName: "House plants.csv", content: PLANTS, type: "text/csv" },
};

export const EXAMPLE_NAMES: readonly ExampleName[] = ["lease", "notes", "plants"];
