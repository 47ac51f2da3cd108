// The headers of the console's pages. Nothing is loaded from another origin, no script or style is inline, and no text
// can become a script: Trusted Types are required and no policy may create them. The playground calls the gateway, whose
// origin is the only other one that a page may connect to.
function contentSecurityPolicy(gatewayUrl: string | undefined): string {
  const gateway = gatewayUrl === undefined ? '' : ` ${new URL(gatewayUrl).origin}`
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'${gateway}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ')
}

export type Headers = Readonly<Record<string, string>>

/** TLS ends before the backend, so the header that requires TLS is set there. */
export function pageHeaders(gatewayUrl: string | undefined): Headers {
  return {
    'content-security-policy': contentSecurityPolicy(gatewayUrl),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), clipboard-write=(self), geolocation=(), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  }
}

export const assetHeaders: Headers = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export const immutable = 'public, max-age=31536000, immutable'
