import { describe, expect, it } from "vitest";
import { openKeywordTitles } from "./keyword-titles.ts";

describe("openKeywordTitles", () => {
  it.each([
    [["What is the annual budget?"], "annual budget"],
    [["How do I install PostgreSQL on Ubuntu?"], "install PostgreSQL Ubuntu"],
    [["Please tell me something about photosynthesis"], "photosynthesis"],
    [["Can you summarize the Q3 report for ACME, please?"], "summarize Q3 report ACME"],
    [["I don't know what's wrong with the router's firmware"], "wrong router's firmware"],
    [["Hi!", "What does the contract say about termination?"], "contract termination"],
    [["budget", "Budget of the BUDGET"], "budget"],
    [["Wie hoch ist das Budget für Personal?"], "hoch Budget Personal"],
    [["如何安装软件"], "如何安装软件"],
    [["What can you do?"], ""],
    [["", "  "], ""],
    [[], ""],
  ])("names %j %j", async (messages, title) => {
    expect(await openKeywordTitles().suggestTitle(messages, new AbortController().signal)).toBe(title);
  });

  it("keeps the five most telling words, names first, in the order in which they came", async () => {
    const message =
      "We walk to the old town and then Alice compares the cost of Kubernetes and Nomad clusters in big Frankfurt offices";
    const title = await openKeywordTitles().suggestTitle([message], new AbortController().signal);
    expect(title.split(" ")).toHaveLength(5);
    expect(title).toMatch(/^Alice .*Kubernetes Nomad .*Frankfurt/);
  });

  it("prefers the first message to later ones", async () => {
    const messages = ["badger habitat survey", "weather tomorrow evening", "lunch menu today"];
    const title = await openKeywordTitles().suggestTitle(messages, new AbortController().signal);
    expect(title).toMatch(/^badger habitat survey/);
  });
});
