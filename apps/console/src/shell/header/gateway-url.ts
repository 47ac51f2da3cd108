/** The address of the gateway as programs reach it, which the backend writes into the page; undefined if it has none. */
export function gatewayUrl(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="gateway-url"]')?.content
  return content === '' ? undefined : content
}

/** The documentation of the API that the gateway serves. */
export function apiReferenceUrl(): string | undefined {
  const url = gatewayUrl()
  return url === undefined ? undefined : `${url}/docs`
}

/** The page of the backend for GraphQL requests, with the schema. */
export const graphqlExplorerUrl = '/graphiql'
