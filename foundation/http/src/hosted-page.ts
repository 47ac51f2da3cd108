// A page and its files, sent from our own host. The content security policy allows neither inline scripts and styles nor
// eval, so that text that the page shows cannot run as a script.
export type HostedFile = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

const contentSecurityPolicy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `script-src 'self'`,
  `img-src 'self' data:`,
  // A style sheet may contain its fonts.
  `font-src data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const

export function hostPage(path: string, html: string): HostedFile {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { path, headers, body: html }
}

/** A file that the page loads. */
export function hostAsset(path: `${string}.${keyof typeof contentTypes}`, text: string): HostedFile {
  const headers = {
    'content-type': contentTypes[path.endsWith('.css') ? 'css' : 'js'],
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  }
  // A map of the sources is not served, so browsers must not ask for it.
  return { path, headers, body: text.replace(/^\/[/*]# sourceMappingURL=.*$/m, '') }
}
