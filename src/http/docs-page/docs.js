// Draws the interface from its OpenAPI document and lets each endpoint be tried.

const description = await (await fetch("/openapi.json")).json();
document.getElementById("about").textContent =
  `${description.info.description} Version ${description.info.version}.`;

const endpoints = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
for (const tag of description.tags) {
  const members = endpoints.filter(({ operation }) => operation.tags?.includes(tag.name));
  if (members.length === 0) continue;
  document.getElementById("contents").append(contentsOf(tag, members));
  document
    .getElementById("endpoints")
    .append(
      element("section", {}, [
        element("h2", {}, [tag.name]),
        element("p", {}, [tag.description]),
        ...members.map(endpointCard),
      ]),
    );
}
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();

function element(name, attributes, children = []) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function anchorOf({ method, path }) {
  return `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

function contentsOf(tag, members) {
  const links = members.map((member) =>
    element("li", {}, [element("a", { href: `#${anchorOf(member)}` }, [member.operation.summary])]),
  );
  return element("div", {}, [element("h2", {}, [tag.name]), element("ul", {}, links)]);
}

function endpointCard(endpoint) {
  const { method, path, operation } = endpoint;
  const card = element("article", { id: anchorOf(endpoint) }, [
    element("h3", {}, [operation.summary]),
    element("p", {}, [
      element("span", { class: "method" }, [method]),
      element("span", { class: "path" }, [path]),
    ]),
  ]);
  if (operation.description) card.append(element("p", {}, withCode(operation.description)));
  const fields = fieldsOf(operation);
  if (fields.length > 0) card.append(fieldTable(fields));
  card.append(answersOf(operation), tryForm(endpoint));
  return card;
}

/** Text in which `what stands in backticks` is code. */
function withCode(text) {
  return text.split("`").map((part, i) => (i % 2 === 0 ? part : element("code", {}, [part])));
}

function resolve(schema) {
  if (schema?.$ref === undefined) return schema ?? {};
  return schema.$ref
    .slice(2)
    .split("/")
    .reduce((node, key) => node[key], description);
}

function bodySchemaOf(operation) {
  return resolve(Object.values(operation.requestBody?.content ?? {})[0]?.schema);
}

function fieldsOf(operation) {
  const parameters = (operation.parameters ?? []).map(({ name, required, schema, description: text }) => ({
    name,
    required,
    schema: resolve(schema),
    text,
  }));
  return [...parameters, ...propertiesOf(bodySchemaOf(operation))];
}

function propertiesOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name) && resolve(schema).default === undefined,
    schema: resolve(schema),
  }));
}

function fieldTable(fields) {
  const rows = fields.map(({ name, required, schema, text }) =>
    element("tr", {}, [
      element("td", {}, [element("code", {}, [name])]),
      element("td", {}, [typeOf(schema)]),
      element("td", {}, [required ? "required" : defaultOf(schema)]),
      element("td", {}, withCode(text ?? schema.description ?? "")),
    ]),
  );
  const head = ["Field", "Type", "Presence", "Meaning"].map((title) =>
    element("th", { scope: "col" }, [title]),
  );
  return element("table", {}, [element("thead", {}, [element("tr", {}, head)]), element("tbody", {}, rows)]);
}

function typeOf(schema) {
  if (schema.anyOf) return schema.anyOf.map((option) => typeOf(resolve(option))).join(" or ");
  if (schema.type === "array") return `array of ${typeOf(resolve(schema.items))}`;
  return schema.type ?? "any";
}

function defaultOf(schema) {
  return schema.default === undefined ? "optional" : `default ${JSON.stringify(schema.default)}`;
}

function answersOf(operation) {
  const rows = Object.entries(operation.responses ?? {}).flatMap(([status, answer]) =>
    Object.entries(answer.content ?? {}).map(([type, media]) =>
      element("tr", {}, [
        element("td", {}, [element("code", {}, [status])]),
        element("td", {}, [type]),
        element("td", {}, [...withCode(answer.description ?? ""), ...contentOf(media)]),
      ]),
    ),
  );
  return element("details", {}, [
    element("summary", {}, ["Answers"]),
    element("table", {}, [element("tbody", {}, rows)]),
  ]);
}

/** An example of an answer; of a stream one event after the other, as they are sent, and then what each may be. */
function contentOf({ example, examples, schema }) {
  if (examples === undefined) return example === undefined ? [] : [element("pre", {}, [pretty(example)])];
  const events = Object.values(examples).map(({ value }) => `data: ${value.data}\n\n`);
  return [element("pre", {}, [events.join("").trimEnd()]), ...eventKindsOf(schema).flatMap(eventDescription)];
}

/** The events of a stream: those whose JSON its `data` holds, and the one that is no JSON. */
function eventKindsOf(schema) {
  const options = resolve(schema).properties.data.anyOf;
  return options.flatMap((option) => option.contentSchema?.oneOf ?? [option]);
}

function eventDescription(reference) {
  const schema = resolve(reference);
  const name = schema.const ?? reference.$ref.split("/").at(-1);
  const fields = propertiesOf(schema);
  return [
    element("p", {}, [element("code", {}, [name]), " ", ...withCode(schema.description ?? "")]),
    ...(fields.length > 0 ? [fieldTable(fields)] : []),
  ];
}

function pretty(example) {
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}

function tryForm(endpoint) {
  const { method, path, operation } = endpoint;
  const output = element("pre", { "aria-live": "polite", hidden: "" });
  const form = element("form", {}, [...inputsOf(endpoint), element("button", {}, ["Send"]), output]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = "…";
    output.classList.remove("wrong");
    try {
      await send({ method, path, operation, form, output });
    } catch (error) {
      output.classList.add("wrong");
      output.textContent = `The service could not be reached: ${error.message}`;
    }
  });
  return element("details", {}, [element("summary", {}, ["Try it"]), form]);
}

function inputsOf({ operation, path }) {
  if (path === "/api/documents/upload") {
    return [
      element("label", {}, ["userId", element("input", { name: "userId", value: "alice" })]),
      element("label", {}, ["file", element("input", { name: "file", type: "file" })]),
    ];
  }
  const inputs = (operation.parameters ?? []).map(({ name, schema, example }) =>
    element("label", {}, [name, element("input", { name, value: example ?? schema?.default ?? "" })]),
  );
  if (operation.requestBody) {
    const { example = {} } = operation.requestBody.content["application/json"];
    const area = element("textarea", { name: "body", rows: "8", spellcheck: "false" }, [pretty(example)]);
    inputs.push(element("label", {}, ["Body", area]));
  }
  return inputs;
}

async function send({ method, path, operation, form, output }) {
  const values = new FormData(form);
  const init = { method };
  const query = new URLSearchParams();
  for (const { name } of operation.parameters ?? []) {
    if (values.get(name)) query.set(name, values.get(name));
  }
  if (path === "/api/documents/upload") init.body = values;
  else if (operation.requestBody) {
    init.body = values.get("body");
    init.headers = { "Content-Type": "application/json" };
  }
  const answer = await fetch(query.size > 0 ? `${path}?${query}` : path, init);
  output.classList.toggle("wrong", !answer.ok);
  output.textContent = `${answer.status} ${answer.headers.get("content-type") ?? ""}\n\n`;
  const type = answer.headers.get("content-type") ?? "";
  if (type.includes("json")) output.textContent += pretty(await answer.json());
  else
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) output.textContent += piece;
}
