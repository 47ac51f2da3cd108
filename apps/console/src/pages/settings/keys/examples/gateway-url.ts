/** The address of the gateway as programs reach it, which the backend writes into the page; undefined if it has none. */
export function gatewayUrl(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="gateway-url"]')?.content
  return content === '' ? undefined : content
}
