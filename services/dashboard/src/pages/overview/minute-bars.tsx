const STEP = 8;
const HEIGHT = 56;

/** Thirty bars, the last one of the minute under way. The CSV has their figures. */
export function MinuteBars({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(1, ...values);
  return (
    <svg
      class="minutes"
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Visitors by minute, the most in one minute: ${Math.max(0, ...values)}`}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
        return (
          <rect
            key={index}
            class={value === 0 ? 'minute-none' : undefined}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
