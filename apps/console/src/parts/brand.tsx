import { productName } from '../words/en/pages.ts'

/** The product's mark and name. index.html has the same elements, which are painted before any script has run. */
export function Brand() {
  return (
    <p className="brand">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect className="brand-tile" width="32" height="32" rx="8" />
        <path className="brand-arch" d="M8 24V14a8 8 0 0 1 16 0v10M13 24v-9.5a3 3 0 0 1 6 0V24" />
      </svg>
      <span>{productName}</span>
    </p>
  )
}
