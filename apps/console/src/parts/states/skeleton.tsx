type SkeletonProps = { lines?: number; height?: number }

/** Has the size of what will be there, so that nothing moves when it comes. Invisible for the first 150 ms. */
export function Skeleton({ lines = 3, height = 20 }: SkeletonProps) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" style={{ height, width: `${92 - ((line * 29) % 41)}%` }} />
      ))}
    </div>
  )
}
