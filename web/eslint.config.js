import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
    { ignores: ["dist/", "node_modules/"] },
    js.configs.recommended,
    ...tseslint.configs.strict,
    {
        rules: {
            "@typescript-eslint/no-non-null-assertion": "off",
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
            eqeqeq: "error",
            "no-restricted-properties": [
                "error",
                { property: "innerHTML", message: "Names come from programs: use text nodes." },
                { property: "outerHTML", message: "Names come from programs: use text nodes." },
            ],
            "no-restricted-syntax": [
                "error",
                {
                    selector: "JSXAttribute[name.name='style'] > Literal",
                    message: "The page's policy forbids style attributes: use classes or CSSOM.",
                },
                {
                    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
                    message: "Names come from programs: use text nodes.",
                },
            ],
        },
    },
);
