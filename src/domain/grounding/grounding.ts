import { z } from "zod";

/** How far the passages that a sentence cites bear it out. */
const verdictSchema = z
  .enum(["supported", "partly", "unsupported", "uncited"])
  .describe(
    "`supported`: its words, numbers and names stand in what it cites; `partly`: only some of them, or not together; `unsupported`: a number, a name, a quotation or most words do not, or it denies what the passage says; `uncited`: it cites nothing.",
  );

export type Verdict = z.infer<typeof verdictSchema>;

const span = {
  start: z.number().int().min(0).describe("Where it begins, counted in UTF-16 units."),
  end: z.number().int().min(0).describe("Where it ends."),
};

const groundedSentenceSchema = z
  .object({
    text: z.string().describe("The sentence as the answer has it."),
    ...span,
    verdict: verdictSchema,
    isClaim: z
      .boolean()
      .describe("False for greetings, questions, lead-ins and remarks on what documents do not say."),
    passages: z.array(z.number().int()).describe("The passages that it cites, by their numbers."),
    match: z
      .object({ passage: z.number().int(), ...span })
      .nullable()
      .describe("The part of a passage that says most of it; null where nothing does."),
    missing: z.array(z.string()).describe("Numbers, names and quotations that no cited passage holds."),
  })
  .meta({ id: "GroundedSentence" });

export type GroundedSentence = z.infer<typeof groundedSentenceSchema>;

/** Every sentence of an answer beside the passages that it cites. */
export const groundingSchema = z
  .object({
    sentences: z.array(groundedSentenceSchema).describe("In the order of the answer."),
    unchecked: z
      .number()
      .int()
      .min(0)
      .describe("How many sentences at the end of a very long answer were not compared."),
  })
  .meta({ id: "Grounding" });

export type Grounding = z.infer<typeof groundingSchema>;
