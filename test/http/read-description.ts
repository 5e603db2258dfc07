import { Ajv2020 } from "ajv/dist/2020.js";
import type { TestApp } from "./open-app.ts";

/** The OpenAPI document of a service, and what it says of values. */
export interface Description {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into freely
  document: any;
  /** What is wrong with a value by a schema of the document; empty where it fits. */
  faults(schema: object, value: unknown): string;
}

/** Asks a service for its description. */
export async function readDescription(service: TestApp): Promise<Description> {
  const { body: document } = await service.get("/openapi.json");
  const validators = new Ajv2020({ strict: false, validateFormats: false });
  validators.addSchema({ components: document.components }, "api");
  return {
    document,
    faults(schema, value) {
      const ofDocument = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
      const validate = validators.compile(JSON.parse(ofDocument));
      return validate(value) ? "" : validators.errorsText(validate.errors);
    },
  };
}
