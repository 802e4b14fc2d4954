import { readFileSync } from "node:fs"
import type * as Client from "@tollgate/client"
import * as Core from "@tollgate/core/models"
import type { Schema } from "effect"
import { describe, expect, expectTypeOf, it } from "vitest"
import { promiseModels, shownModels } from "../../../scripts/promiseModels.mjs"

type Encoded<S extends Schema.Schema.Any> = Schema.Schema.Encoded<S>

const pagedKeys = () => Core.Paged(Core.ApiKey)

const models = await promiseModels()

/** Formatting is not what is promised. */
const unformatted = (text: string) => text.replace(/[\s|]+/g, "")

/** The fields of a built declaration file, and the line above each. */
const fieldsOf = (declarations: string) => {
  const lines = declarations.split("\n")
  return lines.flatMap((line, i) => (/^ +readonly \w+\??: /.test(line) ? [{ line, above: lines[i - 1] ?? "" }] : []))
}

describe("the generated types", () => {
  it.each([...models])("of %s are those of the schemas", (path, text) => {
    expect(unformatted(shownModels(path)), "npm run generate writes the types again").toBe(unformatted(text))
  })

  it.each([...models.keys()])("of %s show what each field means where an editor looks", (path) => {
    const built = path.replace("/src/", "/dist/").replace(/\.ts$/, ".d.ts")
    const fields = fieldsOf(readFileSync(new URL(`../../../${built}`, import.meta.url), "utf8"))
    expect(fields).not.toEqual([])
    expect(fields.filter(({ above }) => !above.endsWith("*/"))).toEqual([])
  })

  it("are the encoded types of the schemas", () => {
    expectTypeOf<Client.Provider>().toEqualTypeOf<Encoded<typeof Core.Provider>>()
    expectTypeOf<Client.ByokCredential>().toEqualTypeOf<Encoded<typeof Core.ByokCredential>>()
    expectTypeOf<Client.NewByokCredential>().toEqualTypeOf<Encoded<typeof Core.NewByokCredential>>()
    expectTypeOf<Client.ByokCredentialPatch>().toEqualTypeOf<Encoded<typeof Core.ByokCredentialPatch>>()
    expectTypeOf<Client.ByokCredentialPage>().toEqualTypeOf<Encoded<typeof Core.ByokCredentialPage>>()
    expectTypeOf<Client.Guardrail>().toEqualTypeOf<Encoded<typeof Core.Guardrail>>()
    expectTypeOf<Client.NewGuardrail>().toEqualTypeOf<Encoded<typeof Core.NewGuardrail>>()
    expectTypeOf<Client.GuardrailPatch>().toEqualTypeOf<Encoded<typeof Core.GuardrailPatch>>()
    expectTypeOf<Client.MemberAssignment>().toEqualTypeOf<Encoded<typeof Core.MemberAssignment>>()
    expectTypeOf<Client.MemberIds>().toEqualTypeOf<Encoded<typeof Core.MemberIds>>()
    expectTypeOf<Client.AssignedMembers>().toEqualTypeOf<Encoded<typeof Core.AssignedMembers>>()
    expectTypeOf<Client.UnassignedMembers>().toEqualTypeOf<Encoded<typeof Core.UnassignedMembers>>()
    expectTypeOf<Client.ImageModel>().toEqualTypeOf<Encoded<typeof Core.ImageModel>>()
    expectTypeOf<Client.NewImageModel>().toEqualTypeOf<Encoded<typeof Core.NewImageModel>>()
    expectTypeOf<Client.NewImageModels>().toEqualTypeOf<Encoded<typeof Core.NewImageModels>>()
    expectTypeOf<Client.ApiKey>().toEqualTypeOf<Encoded<typeof Core.ApiKey>>()
    expectTypeOf<Client.CurrentApiKey>().toEqualTypeOf<Encoded<typeof Core.CurrentApiKey>>()
    expectTypeOf<Client.ApiKeyPage>().toEqualTypeOf<Encoded<typeof Core.ApiKeyPage>>()
    expectTypeOf<Client.NewApiKey>().toEqualTypeOf<Encoded<typeof Core.NewApiKey>>()
    expectTypeOf<Client.CreatedApiKey>().toEqualTypeOf<Encoded<typeof Core.CreatedApiKey>>()
    expectTypeOf<Client.ApiKeyPatch>().toEqualTypeOf<Encoded<typeof Core.ApiKeyPatch>>()
    expectTypeOf<Client.NewAuthorizationCode>().toEqualTypeOf<Encoded<typeof Core.NewAuthorizationCode>>()
    expectTypeOf<Client.AuthorizationCode>().toEqualTypeOf<Encoded<typeof Core.AuthorizationCode>>()
    expectTypeOf<Client.AuthorizationCodeExchange>().toEqualTypeOf<Encoded<typeof Core.AuthorizationCodeExchange>>()
    expectTypeOf<Client.ExchangedApiKey>().toEqualTypeOf<Encoded<typeof Core.ExchangedApiKey>>()
    expectTypeOf<Client.OrganizationMember>().toEqualTypeOf<Encoded<typeof Core.OrganizationMember>>()
    expectTypeOf<Client.NewOrganizationMember>().toEqualTypeOf<Encoded<typeof Core.NewOrganizationMember>>()
    expectTypeOf<Client.Preset>().toEqualTypeOf<Encoded<typeof Core.Preset>>()
    expectTypeOf<Client.PresetVersion>().toEqualTypeOf<Encoded<typeof Core.PresetVersion>>()
    expectTypeOf<Client.PresetWithVersion>().toEqualTypeOf<Encoded<typeof Core.PresetWithVersion>>()
    expectTypeOf<Client.NewPreset>().toEqualTypeOf<Encoded<typeof Core.NewPreset>>()
    expectTypeOf<Client.Page>().toEqualTypeOf<Encoded<typeof Core.Page>>()
    expectTypeOf<Client.PageInWorkspace>().toEqualTypeOf<Encoded<typeof Core.PageInWorkspace>>()
    expectTypeOf<Client.Paged<Client.ApiKey>>().toEqualTypeOf<Encoded<ReturnType<typeof pagedKeys>>>()
    expectTypeOf<Client.Deleted>().toEqualTypeOf<Encoded<typeof Core.Deleted>>()
    expectTypeOf<Client.Workspace>().toEqualTypeOf<Encoded<typeof Core.Workspace>>()
    expectTypeOf<Client.NewWorkspace>().toEqualTypeOf<Encoded<typeof Core.NewWorkspace>>()
    expectTypeOf<Client.WorkspaceMember>().toEqualTypeOf<Encoded<typeof Core.WorkspaceMember>>()
    expectTypeOf<Client.NewWorkspaceMembers>().toEqualTypeOf<Encoded<typeof Core.NewWorkspaceMembers>>()
    expectTypeOf<Client.AddedWorkspaceMembers>().toEqualTypeOf<Encoded<typeof Core.AddedWorkspaceMembers>>()
  })

  it("are each compared with their schema above", () => {
    const compared = readFileSync(new URL(import.meta.url), "utf8")
    const names = [...models]
      .filter(([path]) => path.startsWith("packages/client/"))
      .flatMap(([, text]) => [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name))
    expect(names.filter((name) => !compared.includes(`expectTypeOf<Client.${name}`))).toEqual([])
  })
})
