// Stands for the package `react-style-singleton`, which locks the page's scrolling behind a dialog by an inline style.
// The page does not scroll, and its policy allows no inline style.

export const styleSingleton = () => () => null;
