// Written by `npm run generate`. The compiler compares each type of the client with its schema.
import type * as Client from "@tollgate/client"
import * as Core from "@tollgate/core/models"
import type { Schema } from "effect"
import { expectTypeOf, it } from "vitest"

type Encoded<S extends Schema.Schema.Any> = Schema.Schema.Encoded<S>

const paged = () => Core.Paged(Core.ApiKey)

it("the types of the client are the encoded types of the schemas", () => {
  expectTypeOf<Client.Page>().toEqualTypeOf<Encoded<typeof Core.Page>>()
  expectTypeOf<Client.PageInWorkspace>().toEqualTypeOf<Encoded<typeof Core.PageInWorkspace>>()
  expectTypeOf<Client.Paged<Client.ApiKey>>().toEqualTypeOf<Encoded<ReturnType<typeof paged>>>()
  expectTypeOf<Client.Deleted>().toEqualTypeOf<Encoded<typeof Core.Deleted>>()
  expectTypeOf<Client.OrganizationMember>().toEqualTypeOf<Encoded<typeof Core.OrganizationMember>>()
  expectTypeOf<Client.NewOrganizationMember>().toEqualTypeOf<Encoded<typeof Core.NewOrganizationMember>>()
  expectTypeOf<Client.Workspace>().toEqualTypeOf<Encoded<typeof Core.Workspace>>()
  expectTypeOf<Client.NewWorkspace>().toEqualTypeOf<Encoded<typeof Core.NewWorkspace>>()
  expectTypeOf<Client.WorkspacePatch>().toEqualTypeOf<Encoded<typeof Core.WorkspacePatch>>()
  expectTypeOf<Client.WorkspaceMember>().toEqualTypeOf<Encoded<typeof Core.WorkspaceMember>>()
  expectTypeOf<Client.NewWorkspaceMembers>().toEqualTypeOf<Encoded<typeof Core.NewWorkspaceMembers>>()
  expectTypeOf<Client.AddedWorkspaceMembers>().toEqualTypeOf<Encoded<typeof Core.AddedWorkspaceMembers>>()
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
  expectTypeOf<Client.Preset>().toEqualTypeOf<Encoded<typeof Core.Preset>>()
  expectTypeOf<Client.NewPreset>().toEqualTypeOf<Encoded<typeof Core.NewPreset>>()
  expectTypeOf<Client.PresetVersion>().toEqualTypeOf<Encoded<typeof Core.PresetVersion>>()
  expectTypeOf<Client.PresetWithVersion>().toEqualTypeOf<Encoded<typeof Core.PresetWithVersion>>()
  expectTypeOf<Client.NewImageModel>().toEqualTypeOf<Encoded<typeof Core.NewImageModel>>()
  expectTypeOf<Client.ImageModel>().toEqualTypeOf<Encoded<typeof Core.ImageModel>>()
  expectTypeOf<Client.NewImageModels>().toEqualTypeOf<Encoded<typeof Core.NewImageModels>>()
})
