import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { BASE_PATH } from "../api/basePath.js"

/** Sends requests to the operations at `base`, as `baseUrl` returns it. */
export const withBaseUrl = (base: string) =>
  HttpClient.mapRequest((request: HttpClientRequest.HttpClientRequest) =>
    HttpClientRequest.setUrl(request, base + request.url.slice(BASE_PATH.length))
  )
