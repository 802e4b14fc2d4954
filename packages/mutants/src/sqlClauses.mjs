// The changes to clauses of SQL, in texts that contain a word of it.

const isSql = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|BEGIN|SET|PRAGMA|NOT|NULL|AND|DESC|ORDER BY|ISOLATION)\b/
const value = String.raw`(?:\$\{[^{}]*\}|NULL|TRUE|FALSE|'[^']*'|[\w.]+(?:\([^()]*\))?|\([^()]*\))`

/** Each is a pattern and what its match becomes. */
const clauses = [
  [/ FOR (?:NO KEY )?(?:UPDATE|SHARE)(?: SKIP LOCKED| NOWAIT)?/g, ""],
  [new RegExp(String.raw` (?:AND|OR) (?:NOT [\w.]+|[\w.]+ (?:=|<>|<=|>=|<|>|IS NOT|IS|IN) ${value})`, "g"), ""],
  [/(?<= )AND(?= )/g, "OR"],
  [/(?<= )OR(?= )/g, "AND"],
  [/\bNOT (?!NULL|EXISTS)/g, ""],
  [/\bDESC\b/g, "ASC"],
  [/\bASC\b/g, "DESC"],
  [/ (?:IMMEDIATE|EXCLUSIVE)\b/g, ""],
  [/\b(?:SERIALIZABLE|REPEATABLE READ)\b/g, "READ COMMITTED"],
  [/(?<= )<(?= )/g, "<="],
  [/(?<= )<=(?= )/g, "<"],
  [/(?<= )>(?= )/g, ">="],
  [/(?<= )>=(?= )/g, ">"],
  [/(?<= )=(?= )/g, "<>"],
  [/(?<= )<>(?= )/g, "="],
  [/\bIS NOT NULL\b/g, "IS NULL"],
  [/\bIS NULL\b/g, "IS NOT NULL"],
  [/\bDISTINCT /g, ""],
  [new RegExp(` LIMIT ${value}`, "g"), ""],
  [/^PRAGMA .*$/g, "SELECT 1"]
]

const isText = ({ type, value }) => type === "TemplateLiteral" || (type === "Literal" && typeof value === "string")

export const sqlChanges = (code, node) => {
  if (!isText(node)) return []
  const text = code.slice(node.start + 1, node.end - 1)
  if (!isSql.test(text)) return []
  return clauses.flatMap(([pattern, to]) =>
    [...text.matchAll(pattern)].map((match) => {
      const start = node.start + 1 + match.index
      return { start, end: start + match[0].length, to }
    })
  )
}
