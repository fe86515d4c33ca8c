import React, { useCallback, useMemo, useState, type ReactNode } from "react";

export interface Item<K extends string = string> {
  readonly id: K;
  title: string;
  tags?: ReadonlyArray<string>;
  done: boolean;
}

type Filter = "all" | "open" | "done";

interface Props<T extends Item> {
  items: T[];
  render?: (item: T, index: number) => ReactNode;
  onChange(item: T, change: Partial<Omit<T, "id">>): void | Promise<void>;
}

const filters: Record<Filter, (item: Item) => boolean> = {
  all: () => true,
  open: (item) => !item.done,
  done: (item) => item.done,
};

function isFilter(value: unknown): value is Filter {
  return typeof value === "string" && value in filters;
}

export function List<T extends Item>({ items, render, onChange }: Props<T>): JSX.Element {
  const [filter, setFilter] = useState<Filter>("all");
  const [query, setQuery] = useState("");

  const shown = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return items.filter(
      (item) => filters[filter](item) && words.every((word) => item.title.toLowerCase().includes(word) || item.tags?.includes(word)),
    );
  }, [items, filter, query]);

  const toggle = useCallback(
    async (item: T) => {
      try {
        await onChange(item, { done: !item.done } as Partial<Omit<T, "id">>);
      } catch (error: unknown) {
        console.warn(`could not change ${item.id}:`, (error as Error).message);
      }
    },
    [onChange],
  );

  return (
    <section className="list" aria-label={`${shown.length} of ${items.length}`}>
      <header>
        <input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
        <select value={filter} onChange={({ target: { value } }) => isFilter(value) && setFilter(value)}>
          {Object.keys(filters).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <ul>
        {shown.map((item, index) => (
          <li key={item.id} className={item.done ? "done" : undefined}>
            <label>
              <input type="checkbox" checked={item.done} onChange={() => void toggle(item)} />
              {render?.(item, index) ?? <span>{item.title}</span>}
            </label>
            {item.tags && item.tags.length > 0 ? <small>{item.tags.join(", ")}</small> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

export default List;
