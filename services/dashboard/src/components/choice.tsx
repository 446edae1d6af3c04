interface Props {
  readonly label: string;
  readonly chosen: string;
  readonly groups: readonly {
    readonly label: string;
    readonly choices: readonly { readonly value: string; readonly label: string }[];
  }[];
  readonly onChoose: (value: string) => void;
}

/** One of many, such as a dimension: a list in groups. */
export function Choice({ label, chosen, groups, onChoose }: Props) {
  return (
    <label class="select">
      <span>{label}</span>
      <select value={chosen} onChange={({ currentTarget: { value } }) => onChoose(value)}>
        {groups
          .filter(({ choices }) => choices.length > 0)
          .map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.choices.map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </label>
  );
}
