import { type Operation, operations } from "@tollgate/http"
import { type Case, cases } from "@tollgate/testing/conformance"
import { describe, expect, it } from "vitest"

const of = ({ id }: Operation) => cases.filter(({ operationId }) => operationId === id)

/** Where an operation's cases are written. */
const file = ({ name, resource }: Operation) => `packages/testing/src/conformance/${resource}/${name}.ts`

/** Something that has to be there, and what to do where it is not. */
const must = (holds: boolean, otherwise: string) => expect(holds, otherwise).toBe(true)

/**
 * Refusals of the protocol, which no operation lists: a malformed head, an unknown path, another method, the rate limit, and
 * for a body its size and its type.
 */
const protocol = (operation: Operation) => [400, 404, 405, 429, ...(operation.takesBody ? [413, 415] : [])]

const expected = (operation: Operation) => {
  const statuses = new Set([...operation.statuses, ...protocol(operation)])
  // Gateway keys have no limit per minute. The bound on requests in flight has a test of its own.
  if (operation.perMinute === null) statuses.delete(429)
  return [...statuses].sort((a, b) => a - b)
}

const presenting = (key: string) => (one: Case) => one.request.headers["Authorization"] === `Bearer {${key}}`

const isSuccess = (status: number) => status < 300

/** Whether an ordinary key reads this status. */
const isAsRight = ({ access }: Operation, status: number) =>
  access.startsWith("any ") ? isSuccess(status) : status === (access.endsWith("403") ? 403 : 401)

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (id, operation) => {
  const mine = of(operation)
  const here = file(operation)

  it("has cases", () => {
    must(mine.length > 0, `${id} has no cases: write ${here}`)
  })

  if (mine.length === 0) return

  it.each(expected(operation))("has a case of status %i", (status) => {
    must(
      mine.some((one) => one.expect.status === status),
      `${id} has no case of status ${status}, which it may answer: write one in ${here}`
    )
  })

  if (operation.statuses.includes(400)) {
    it("refuses input, not only a malformed head", () => {
      const refusals = mine.filter(({ expect, request }) => expect.status === 400 && request.raw === undefined)
      must(
        refusals.length > 0,
        `${id} declares 400, and no case of it is refused for what is asked: give \`about\` in ${here} an \`invalid\` input, or do not declare 400`
      )
    })
  }

  it("has no case of a status that it does not declare", () => {
    const odd = mine.filter((one) => !expected(operation).includes(one.expect.status))
    const named = odd.map(({ expect: { status }, name }) => `"${name}" expects ${status}`)
    must(
      odd.length === 0,
      `${named.join(", ")}: declare the status at the endpoint of ${id}, or correct the case in ${here}`
    )
  })

  it("is asked for a success whose whole body is judged", () => {
    must(
      mine.some((one) => isSuccess(one.expect.status) && one.expect.body !== undefined),
      `${id} has no success with a whole body: give \`about\` in ${here} a \`success\` whose \`expect\` has a \`body\``
    )
  })

  it.each(["Missing Authentication header", "Invalid credentials"])("refuses a credential with: %s", (message) => {
    must(
      mine.some((one) => one.expect.status === 401 && one.expect.message === message),
      `${id} has no case whose refusal says "${message}": ask the family \`general\` in ${here}`
    )
  })

  it("tells an ordinary key what its right says", () => {
    const statuses = mine.filter(presenting("PLAIN_KEY")).map((one) => one.expect.status)
    must(
      statuses.some((status) => isAsRight(operation, status)),
      `${id} is for "${operation.access}", and no case with an ordinary key expects that status: use the family \`general\` in ${here}`
    )
  })

  if (!operation.path.includes("{")) return

  it("answers another organization's object like none at all", () => {
    const others = mine.filter((one) => one.request.path.includes("{OTHER_") && one.expect.status === 404)
    must(
      others.some((one) => one.expect.sameAs !== undefined),
      `${id} has no case of another organization's object: ask \`uuids\` or \`hashes\` in ${here}, or write one with \`sameAs\``
    )
  })
})
