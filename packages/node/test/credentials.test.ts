import { inspect } from "node:util"
import { GateClosed, InvalidInput, OrganizationNotFound, Redacted } from "@tollgate/node"
import { expect } from "vitest"
import { bothWays, rejection } from "./gates.js"

const SECRET = "sk-proj-0123456789abcdefghijklmnop"

bothWays(
  "a host finds the credentials for a request, in order and without secrets, and decrypts them",
  async ({ gate, host, manager }) => {
    const spare = await host.byok.create({ provider: "openai", key: `${SECRET}2`, is_fallback: true })
    const first = await host.byok.create({
      provider: "openai",
      key: SECRET,
      allowed_models: ["gpt-5"],
      allowed_user_ids: ["ada"]
    })
    await host.byok.create({ provider: "openai", key: `${SECRET}3`, disabled: true })
    await host.byok.create({ provider: "anthropic", key: `${SECRET}4` })

    const found = await host.credentials.forProvider("openai", { model: "gpt-5", userId: "ada" })
    expect(found).toEqual([first, spare].map((shown) => ({ ...shown, open: expect.any(Function) })))
    const secrets = await Promise.all(found.map((credential) => credential.open()))
    expect(secrets.map(Redacted.value)).toEqual([SECRET, `${SECRET}2`])
    expect(inspect([found, secrets]) + JSON.stringify([found, secrets])).not.toContain(SECRET)
    expect((await host.credentials.forProvider("openai")).map(({ id }) => id)).toEqual([spare.id])
    expect(manager).not.toHaveProperty("credentials")
    expect(gate).not.toHaveProperty("credentials")
  }
)

bothWays("a request for credentials is refused like any other call", async ({ gate, host }) => {
  await host.byok.create({ provider: "openai", key: SECRET })
  const [credential] = await host.credentials.forProvider("openai")
  // JavaScript can pass anything.
  expect(await rejection(host.credentials.forProvider("nobody" as never))).toBeInstanceOf(InvalidInput)
  const nowhere = gate.asOrganization("nobody").credentials
  expect(await rejection(nowhere.forProvider("openai"))).toBeInstanceOf(OrganizationNotFound)
  const signal = AbortSignal.abort(new Error("enough"))
  expect(await rejection(host.credentials.forProvider("openai", {}, { signal }))).toEqual(new Error("enough"))
  await gate.close()
  expect(await rejection(credential?.open() ?? Promise.resolve())).toBeInstanceOf(GateClosed)
})
