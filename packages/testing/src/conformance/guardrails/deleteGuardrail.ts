import { deletions } from "../deletions.js"
import { notFound, ok } from "../Expectation.js"
import { assignmentsOf, fresh, guardrailId } from "./guardrail.js"

const removal = (id: string) => `${assignmentsOf(id, "members")}/remove`
const nobody = { member_user_ids: ["no-such-user"] }

export const deleteGuardrail = deletions(
  "deleteGuardrail",
  {
    ids: {
      ...guardrailId,
      untouched: ({ api, other }, theirs) => api.post(removal(theirs), nobody, ok({ unassigned_count: 0 }), other)
    },
    fresh,
    answer: ok({ deleted: true })
  },
  ({ test }) => [
    test("its members no longer have it", async ({ api, own, path }) => {
      await api.delete(path, ok({ deleted: true }))
      await api.delete(path, notFound)
      await api.post(removal(own), nobody, notFound)
    }),
    test("deleted with its members", async ({ api, made }) => {
      const { guardrail, user } = await made.guardrailOfMember()
      await api.delete(`/guardrails/${guardrail}`, ok({ deleted: true }))
      await api.post(removal(guardrail), { member_user_ids: [user] }, notFound)
    })
  ]
)
