import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/doubles/temporary-folder.ts";
import { openSafetensors } from "./safetensors.ts";

describe("safetensors", () => {
  const folder = temporaryFolder();

  /** A file with the matrix [[1, 2], [3, 4.5]] after a header of odd length. */
  function write(name: string, header: object, lastByte = Number.POSITIVE_INFINITY): URL {
    let json = JSON.stringify(header);
    if (json.length % 2 === 0) json += " ";
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(json.length));
    const numbers = Buffer.from(Float16Array.of(1, 2, 3, 4.5).buffer);
    const path = folder.at(name);
    writeFileSync(path, Buffer.concat([length, Buffer.from(json), numbers]).subarray(0, lastByte));
    return pathToFileURL(path);
  }

  const header = {
    __metadata__: { format: "pt" },
    matrix: { dtype: "F16", shape: [2, 2], data_offsets: [0, 8] },
    counts: { dtype: "I64", shape: [1], data_offsets: [0, 8] },
  };

  it("reads a tensor, or a row of it", () => {
    const weights = openSafetensors(write("whole", header));
    expect([...weights.tensor("matrix")]).toEqual([1, 2, 3, 4.5]);
    expect([...weights.row("matrix", 1, 2)]).toEqual([3, 4.5]);
    weights.close();
  });

  it("refuses what is not there", () => {
    const weights = openSafetensors(write("refusing", header));
    expect(() => weights.tensor("missing")).toThrow("no float16 tensor missing");
    expect(() => weights.tensor("counts")).toThrow("no float16 tensor counts");
    expect(() => weights.row("matrix", 2, 2)).toThrow("no row 2");
    weights.close();
  });

  it("refuses a file that ends too early", () => {
    const weights = openSafetensors(write("short", header, 8 + JSON.stringify(header).length + 4));
    expect(() => weights.tensor("matrix")).toThrow("ends before byte");
    weights.close();
  });
});
