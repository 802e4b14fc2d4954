import type * as Core from "@tollgate/core"
import type * as Node from "@tollgate/node"
import type { Schema } from "effect"
import { expectTypeOf, it } from "vitest"

type Encoded<S extends Schema.Schema.Any> = Schema.Schema.Encoded<S>

it("the types of the host's methods are the encoded types of the schemas", () => {
  expectTypeOf<Node.Organization>().toEqualTypeOf<Encoded<typeof Core.Organization>>()
  expectTypeOf<Node.NewOrganization>().toEqualTypeOf<Encoded<typeof Core.NewOrganization>>()
  expectTypeOf<Node.CreatedOrganization>().toEqualTypeOf<Encoded<typeof Core.CreatedOrganization>>()
  expectTypeOf<Node.FoundOrganization>().toEqualTypeOf<Encoded<typeof Core.FoundOrganization>>()
  expectTypeOf<Node.NewRateCard>().toEqualTypeOf<Encoded<typeof Core.NewRateCard>>()
  expectTypeOf<Node.GatewayKey>().toEqualTypeOf<Encoded<typeof Core.GatewayKey>>()
  expectTypeOf<Node.NewGatewayKey>().toEqualTypeOf<Encoded<typeof Core.NewGatewayKey>>()
  expectTypeOf<Node.CreatedGatewayKey>().toEqualTypeOf<Encoded<typeof Core.CreatedGatewayKey>>()
  expectTypeOf<Node.KeyHolder>().toEqualTypeOf<Encoded<typeof Core.KeyHolder>>()
  expectTypeOf<Node.Budget>().toEqualTypeOf<Encoded<typeof Core.Budget>>()
  expectTypeOf<Node.CredentialPlan>().toEqualTypeOf<Encoded<typeof Core.CredentialPlan>>()
  expectTypeOf<Node.Hold>().toEqualTypeOf<Encoded<typeof Core.Hold>>()
  expectTypeOf<Node.NewHold>().toEqualTypeOf<Encoded<typeof Core.NewHold>>()
  expectTypeOf<Node.AuthorizedHold>().toEqualTypeOf<Encoded<typeof Core.AuthorizedHold>>()
  expectTypeOf<Node.HoldExtension>().toEqualTypeOf<Encoded<typeof Core.HoldExtension>>()
  expectTypeOf<Node.NewSettlement>().toEqualTypeOf<Encoded<typeof Core.NewSettlement>>()
  expectTypeOf<Node.Usage>().toEqualTypeOf<Encoded<typeof Core.UsageInput>>()
  expectTypeOf<Node.CredentialUse>().toEqualTypeOf<Encoded<typeof Core.CredentialUse>>()
})
