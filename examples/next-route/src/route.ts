import { gate } from "./gate.js"

// As app/tollgate/[...path]/route.ts: the API is at /tollgate/api/v1, and its page at /tollgate/docs.
const answer = gate.webHandler({ basePath: "/tollgate" })
const handle = (request: Request) => answer(request)

export const dynamic = "force-dynamic"
export const runtime = "nodejs"

export const GET = handle
export const HEAD = handle
export const POST = handle
export const PUT = handle
export const PATCH = handle
export const DELETE = handle
