/* prelude.h: the Ruby files that a metaprogram runs in, as text inside the program. */
#ifndef MODEL_RUBY_PRELUDE_H
#define MODEL_RUBY_PRELUDE_H

extern const char model_ruby_cost_prelude[];        /* cost.rb */
extern const char model_ruby_metaprogram_prelude[]; /* metaprogram.rb */
extern const char model_ruby_confined_prelude[];    /* confined.rb */

#endif
