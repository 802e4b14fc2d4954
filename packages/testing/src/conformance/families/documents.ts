import { badRequest } from "../answers.js"
import type { Details } from "../Draft.js"
import { each } from "../each.js"
import { repeated } from "../requests.js"
import type { Change, Family } from "../Subject.js"

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

/** Documents that exhaust a server that parses before it checks. */
const exhausting: Readonly<Record<string, Change>> = {
  "a list nested 33 deep": repeated('{"name":', "[", 32, "}", { unit2: "]" }),
  "arrays nested 10,000 deep": repeated('{"name":', "[", 10_000, "}", { unit2: "]" }),
  "objects nested 10,000 deep": repeated('{"name":', '{"a":', 10_000, "}", { mid: "1", unit2: "}" }),
  "ten thousand opening brackets": repeated("", "[", 10_000, ""),
  "4,000 unknown fields": repeated("{", '"k%d":1,', 4_000, '"name":"a"}')
}

/** Bodies that must be refused whole. */
export const documents: Family = ({ operation, refuses, takesBody }) => {
  const refused = (name: string, change: Change, details?: Details) =>
    refuses(`json: ${name}`, change, badRequest, details)
  if (!takesBody) return []
  return [
    ...(operation.optionalBody ? [] : [refused("an empty body", { body: "" }, { basis: "derived" })]),
    ...each(broken, (name, body) => refused(name, { body }, { basis: "derived" })),
    ...each(unwanted, (name, body) => refused(name, { body })),
    ...each(otherwiseEncoded, (name, bodyBase64) => refused(name, { bodyBase64 })),
    ...each(exhausting, (name, change) => refused(name, change))
  ]
}
