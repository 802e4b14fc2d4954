import type { Change } from "../Change.js"
import { badRequest } from "../Expectation.js"
import type { Family } from "../Subject.js"

/** Bodies that are not JSON documents. */
const broken: Readonly<Record<string, string>> = {
  "whitespace only": "   \n ",
  truncated: '{"name":"a"',
  "only an opening brace": "{",
  "only a closing brace": "}",
  "single quotes": "{'name':'a'}",
  "unquoted name": '{name:"a"}',
  "missing colon": '{"name" "a"}',
  "a trailing comma": '{"a":1,}',
  "a comment": "{/* */}",
  "text after the document": "{} x",
  "a NUL after the document": "{}\0",
  "two documents": '{"name":"a"}{"name":"b"}',
  "newline-delimited documents": '{"name":"a"}\n{"name":"b"}',
  "a byte order mark": '\ufeff{"name":"a"}',
  "a vertical tab as whitespace": "\v{}",
  "a no-break space as whitespace": "\u00a0{}",
  "NaN literal": '{"limit":NaN}',
  "Infinity literal": '{"limit":Infinity}',
  "minus Infinity literal": '{"limit":-Infinity}',
  "undefined literal": '{"limit":undefined}',
  "hex number": '{"limit":0x10}',
  octal: '{"limit":0o17}',
  "leading plus": '{"limit":+1}',
  "leading zero": '{"limit":01}',
  "leading point": '{"limit":.5}',
  "trailing point": '{"limit":5.}',
  "separator in a number": '{"limit":1_000}',
  "comma as the decimal point": '{"limit":1,5}',
  "bigint suffix": '{"limit":5n}',
  "bad escape": '{"name":"\\x41"}',
  "JSON5 hex escape": '{"name":"\\x61"}',
  "bad unicode escape": '{"name":"\\u00zz"}',
  "unescaped newline in a text": '{"name":"a\nb"}',
  "unescaped tab in a text": '{"name":"a\tb"}',
  "unfinished text": '{"name":"a',
  "unfinished escape": '{"name":"a\\"}'
}

/** Documents that every operation refuses. */
const unwanted: Readonly<Record<string, string>> = {
  "a null document": "null",
  "a number document": "1",
  "true document": "true",
  "string document": '"x"',
  "array document": "[]",
  "a list document": "[{}]",
  "duplicate name": '{"name":"a","name":"a"}',
  "duplicate name, another value": '{"disabled":true,"disabled":false}',
  "duplicate name behind an escape": '{"limit":1,"\\u006cimit":2}',
  ["__proto__"]: '{"__proto__":{"disabled":true,"limit":null},"name":"p"}',
  "objects nested deep below an unknown name": '{"a":{"a":{"a":{"a":1}}}}'
}

/** Bytes that are not valid UTF-8, as Base64. */
const otherwiseEncoded: Readonly<Record<string, string>> = {
  "invalid UTF-8": "eyJuYW1lIjoi/yJ9",
  "overlong UTF-8": "eyJuYW1lIjoiwK8ifQ==",
  "an encoded surrogate": "eyJuYW1lIjoi7aCAIn0=",
  "UTF-16LE": "ewAiAG4AYQBtAGUAIgA6ACIAYQAiAH0A",
  "UTF-16BE": "AHsAIgBuACIAOgAiAGEAIgB9"
}

const nested = (open: string, depth: number, close: string, inner = "") =>
  `{"name":${open.repeat(depth)}${inner}${close.repeat(depth)}}`

/** Documents that exhaust a server that parses before it checks. */
const exhausting: Readonly<Record<string, () => string>> = {
  "a list nested 33 deep": () => nested("[", 32, "]"),
  "arrays nested 10,000 deep": () => nested("[", 10_000, "]"),
  "objects nested 10,000 deep": () => nested('{"a":', 10_000, "}", "1"),
  "ten thousand opening brackets": () => "[".repeat(10_000),
  "4,000 unknown fields": () => `{${Array.from({ length: 4_000 }, (_, i) => `"k${i}":1,`).join("")}"name":"a"}`
}

/** Bodies that must be refused whole. */
export const documents: Family = ({ operation, refuses, takesBody }) => {
  const refused = (name: string, change: Change | (() => Change)) => refuses(`json: ${name}`, change, badRequest)
  if (!takesBody) return []
  return [
    ...(operation.optionalBody ? [] : [refused("an empty body", { body: "" })]),
    ...Object.entries({ ...broken, ...unwanted }).map(([name, body]) => refused(name, { body })),
    ...Object.entries(otherwiseEncoded).map(([name, text]) => refused(name, { body: Buffer.from(text, "base64") })),
    ...Object.entries(exhausting).map(([name, make]) => refused(name, () => ({ body: make() })))
  ]
}
